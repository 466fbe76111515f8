import { SelectField } from "@aws-amplify/ui-react";
import { useInfiniteQuery } from "@tanstack/react-query";
import { useState } from "react";
import { adminApi } from "../../../../../shared/api-admin.ts";
import type { Product } from "../../../../../shared/product.ts";
import { variantLabel } from "../../../../../shared/product.ts";
import type {
  StockHistory as StockHistoryPage,
  StockHistoryEntry,
} from "../../../../../shared/stock-history.ts";
import { formatShopTime } from "../../../../../shared/zoned-time.ts";
import { Button } from "../../../ui/button.tsx";
import { cx } from "../../../ui/class-names.ts";
import { Notice } from "../../../ui/notice.tsx";
import { errorText } from "../admin-messages.ts";
import { adminCall } from "../auth/admin-call.ts";
import { OrderLink } from "../orders/order-link.tsx";
import { changeText, describeChange } from "./stock-history-text.ts";
import styles from "./stock-history.module.css";

const NO_FILTER = "";

type HistoryEntryProps = { entry: StockHistoryEntry; labels: ReadonlyMap<string, string> };

function HistoryEntry({ entry, labels }: HistoryEntryProps) {
  const { at, change, after, orderId, orderNumber, by } = entry;
  const { text, variantText } = describeChange(entry, labels);
  return (
    <li className={styles.entry}>
      <span className={cx(styles.change, change > 0 && styles.up, change < 0 && styles.down)}>
        {changeText(change)}
      </span>
      <span className={styles.what}>
        <span>
          {variantText && <strong>{variantText}: </strong>}
          {text}
          {by && `, by ${by}`}
        </span>{" "}
        <span className={styles.details}>
          <time dateTime={at}>{formatShopTime(at)}</time>
          {orderId && (
            <>
              {" · "}
              <OrderLink order={{ orderId, orderNumber }} />
            </>
          )}
        </span>
      </span>
      <span className={styles.after}>
        {after} <span className={styles.details}>available</span>
      </span>
    </li>
  );
}

/** The entries of a product's history, the newest first, with a filter by variant. */
function HistoryEntries({ product }: { product: Product }) {
  const [variantId, setVariantId] = useState(NO_FILTER);
  const query = useInfiniteQuery({
    queryKey: ["stock-history", product.id, variantId],
    queryFn: ({ pageParam, signal }): Promise<StockHistoryPage> =>
      adminCall(adminApi.getStockHistory, {
        params: { id: product.id },
        query: {
          ...(pageParam === undefined ? {} : { before: pageParam }),
          ...(variantId === NO_FILTER ? {} : { variant: variantId }),
        },
        signal,
      }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }) => next,
    meta: { failureText: "The history could not be read" },
  });
  const pages = query.data?.pages ?? [];
  const entries = pages.flatMap((page) => page.entries);
  // Each page has all variants, also those that are no longer offered.
  const labels = new Map(
    (pages[0]?.variants ?? product.variants ?? []).map((namedVariant) => [
      namedVariant.id,
      variantLabel(namedVariant),
    ]),
  );
  return (
    <div className={styles.body}>
      <div className={styles.tools}>
        {(labels.size > 1 || variantId !== NO_FILTER) && (
          <SelectField
            label="Variant"
            value={variantId}
            onChange={({ target }) => setVariantId(target.value)}
            className={styles.select ?? ""}
          >
            <option value={NO_FILTER}>All variants</option>
            {[...labels].map(([id, label]) => (
              <option key={id} value={id}>
                {label || id}
              </option>
            ))}
          </SelectField>
        )}
        <Button
          variant="ghost"
          icon="refresh"
          loading={query.isRefetching && !query.isFetchingNextPage}
          loadingText="Reading..."
          onClick={() => void query.refetch()}
        >
          Refresh
        </Button>
      </div>
      {query.isError && (
        <Notice tone="danger" role="alert">
          {errorText(query.error)}
        </Notice>
      )}
      <p role="status" className={styles.status}>
        {query.isPending && "Reading the history..."}
        {query.isSuccess && entries.length === 0 && "No change was recorded yet."}
      </p>
      {entries.length > 0 && (
        <ol aria-label="Changes of the stock" className={styles.entries}>
          {entries.map((entry) => (
            <HistoryEntry key={entry.id} entry={entry} labels={labels} />
          ))}
        </ol>
      )}
      {query.hasNextPage && (
        <Button
          variant="secondary"
          loading={query.isFetchingNextPage}
          loadingText="Reading..."
          onClick={() => void query.fetchNextPage()}
        >
          Show earlier changes
        </Button>
      )}
    </div>
  );
}

/** The history of a product's stock. The entries are requested when the admin opens the section. */
export function StockHistory({ product }: { product: Product }) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <section className={`card ${styles.card}`} aria-labelledby="stock-history-heading">
      <div className={styles.head}>
        <h3 id="stock-history-heading" className={styles.heading}>
          History of the stock
        </h3>
        <Button
          variant="ghost"
          icon={isOpen ? "chevron-up" : "chevron-down"}
          aria-expanded={isOpen}
          aria-describedby="stock-history-heading"
          onClick={() => setIsOpen(!isOpen)}
        >
          {isOpen ? "Hide" : "Show"}
        </Button>
      </div>
      <p className={styles.hint}>Who or which order changed it, and when. Kept for 13 months.</p>
      {isOpen && <HistoryEntries product={product} />}
    </section>
  );
}

import { useRef, useState } from "react";
import { flushSync } from "react-dom";
import { adminApi } from "../../../../../shared/api-admin.ts";
import { csvText } from "../../../../../shared/csv.ts";
import type { Discount } from "../../../../../shared/discounts.ts";
import { Badge } from "../../../ui/badge.tsx";
import { Button } from "../../../ui/button.tsx";
import { cx } from "../../../ui/class-names.ts";
import { EmptyState } from "../../../ui/empty-state.tsx";
import { adminCall } from "../auth/admin-call.ts";
import cardList from "../card-list.module.css";
import { ConfirmDialog } from "../confirm-dialog.tsx";
import { downloadCsv } from "../download-csv.ts";
import { Heading } from "../heading.tsx";
import { LoadState } from "../load-state.tsx";
import { toast } from "../toast.ts";
import { useNow } from "../use-now.ts";
import { DiscountDialog } from "./discount-dialog.tsx";
import { discountFacts, discountName, discountState } from "./discount-text.ts";
import styles from "./discounts-tab.module.css";
import { useDiscountAction, useDiscounts } from "./use-discounts.ts";

/** The discounts that customers get with codes. */
export function DiscountsTab() {
  const { data, error, retry } = useDiscounts();
  const [isAddDialogOpen, setIsAddDialogOpen] = useState(false);
  return (
    <>
      <div className={cardList.head}>
        <Heading>Discounts</Heading>
        <Button icon="plus" onClick={() => setIsAddDialogOpen(true)}>
          Add discount
        </Button>
      </div>
      <p className={cardList.hint}>
        Customers enter a code at the checkout. It lowers the price of items, not of shipping. A use is held
        while a customer pays, and counts once it is paid. Stripe&apos;s dashboard shows the codes too.
      </p>
      <LoadState what="discounts" hasData={data !== undefined} error={error} retry={retry}>
        {data?.discounts.length === 0 && (
          <div className="card">
            <EmptyState icon="percent" title="No discounts yet">
              Add one code for everybody, or a batch of codes that can be used once each.
            </EmptyState>
          </div>
        )}
        {data && data.discounts.length > 0 && (
          <ul className={cardList.list}>
            {data.discounts.map((discount) => (
              <DiscountRow key={discount.id} discount={discount} />
            ))}
          </ul>
        )}
      </LoadState>
      <DiscountDialog open={isAddDialogOpen} onClose={() => setIsAddDialogOpen(false)} />
    </>
  );
}

const STATE_TONES = { Active: "ok", "Not yet": "warn", "Used up": "neutral", Ended: "neutral" } as const;

function DiscountRow({ discount }: { discount: Discount }) {
  const now = useNow();
  const [isEndDialogOpen, setIsEndDialogOpen] = useState(false);
  const { id, count } = discount;
  const name = discountName(discount);
  const state = discountState(discount, now);
  const nameRef = useRef<HTMLHeadingElement>(null);
  const endMutation = useDiscountAction(
    () => adminCall(adminApi.endDiscount, { params: { id } }),
    () => {
      toast.success("Discount ended");
      flushSync(() => setIsEndDialogOpen(false));
      // The button that had the focus disappears.
      nameRef.current?.focus();
    },
  );
  const downloadMutation = useDiscountAction(
    () => adminCall(adminApi.listCodes, { params: { id } }),
    ({ codes }) =>
      downloadCsv(
        csvText([["Code", "Taken"], ...codes.map(({ code, isTaken }) => [code, isTaken ? "yes" : "no"])]),
        `codes-${id}`,
      ),
  );
  return (
    <li className={cx("card", cardList.row, styles.row)}>
      <div>
        <h3 ref={nameRef} tabIndex={-1} className={styles.name}>
          {name}
        </h3>
        <p className={cardList.facts}>{discountFacts(discount)}</p>
      </div>
      <Badge tone={STATE_TONES[state]}>{state}</Badge>
      <div className={styles.actions}>
        {count !== undefined && (
          <Button
            variant="secondary"
            icon="download"
            loading={downloadMutation.isPending}
            onClick={() => downloadMutation.mutate(undefined)}
            aria-label={`Download the codes of ${name}`}
          >
            Codes
          </Button>
        )}
        {state !== "Ended" && (
          <Button variant="secondary" onClick={() => setIsEndDialogOpen(true)} aria-label={`End ${name}`}>
            End
          </Button>
        )}
      </div>
      <ConfirmDialog
        open={isEndDialogOpen}
        title={`End ${name}?`}
        actionText="End discount"
        pendingText="Ending..."
        isPending={endMutation.isPending}
        isDanger
        onConfirm={() => endMutation.mutate(undefined)}
        onClose={() => setIsEndDialogOpen(false)}
      >
        Nobody can enter it any more, and it cannot be started again. Payment pages that are open keep their
        price.
      </ConfirmDialog>
    </li>
  );
}

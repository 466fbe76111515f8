import { useRef } from "react";
import { messages } from "../../../../../shared/messages.ts";
import { Button } from "../../../ui/button.tsx";
import { EmptyState } from "../../../ui/empty-state.tsx";
import { errorText } from "../admin-messages.ts";
import { Heading } from "../heading.tsx";
import { OrderDialog } from "../order-details/order-dialog.tsx";
import { CancelDialog } from "../orders/cancel-dialog.tsx";
import { orderListQuery } from "../orders/order-queries.ts";
import { useStatusChange } from "../orders/use-status-change.ts";
import { toast } from "../toast.ts";
import { useIsPhone } from "../use-is-phone.ts";
import { usePolledQuery } from "../use-polled-query.ts";
import { exportOrders } from "./csv.ts";
import { DEFAULT_SORTING } from "./filter-and-sort.ts";
import { BrokenOrders, NoOrders, OrdersSkeleton } from "./list-states.tsx";
import { ListStatusBar } from "./list-status-bar.tsx";
import { useListState } from "./list-url.ts";
import { OrdersCards } from "./orders-cards.tsx";
import { OrdersTable } from "./orders-table.tsx";
import { OrdersToolbar } from "./orders-toolbar.tsx";
import { Pagination } from "./pagination.tsx";
import { clampPage, pageCount, showing } from "./paging.ts";
import { ShortcutsDialog, useShortcuts } from "./shortcuts.tsx";
import { useFoundOrders } from "./use-found-orders.ts";

/** Polling interval (ms) for new and changed orders. */
const REFRESH = 5_000;

/** All orders: search, filters, sorting, pages, and a select in each row that changes its status. */
export function OrdersTab() {
  const { data: list, error, retry } = usePolledQuery(orderListQuery, REFRESH);
  const { state, set, setSearch } = useListState();
  const { found, newCount, attentionCount, showNew } = useFoundOrders(list, state);
  const status = useStatusChange();
  const isPhone = useIsPhone();
  const searchField = useRef<HTMLInputElement>(null);
  const rows = useRef<HTMLDivElement>(null);
  const shortcuts = useShortcuts(searchField, rows);

  const pages = pageCount(found.length, state.size);
  const page = clampPage(state.page, pages);
  const shown = found.slice((page - 1) * state.size, page * state.size).map(({ order }) => order);
  const rowProps = {
    orders: shown,
    saving: status.saving,
    onStatus: status.change,
    onOpen: (open: string) => set({ open }),
  };
  const filtered = state.search !== "" || state.status !== undefined || state.attention;

  if (error && !list)
    return (
      <EmptyState
        icon="alert"
        title={messages.ordersFailed}
        actions={
          <Button icon="refresh" onClick={retry}>
            Try again
          </Button>
        }
      >
        {errorText(error)}
      </EmptyState>
    );
  return (
    <>
      <Heading>Orders</Heading>
      <OrdersToolbar
        state={state}
        search={searchField}
        isPhone={isPhone}
        onSearch={setSearch}
        onChange={set}
        onExport={() => {
          exportOrders(
            found.map(({ order }) => order),
            new Date(),
          );
          toast.success(`${found.length} ${found.length === 1 ? "order" : "orders"} exported`);
        }}
      />
      <ListStatusBar
        showing={showing(page, state.size, found.length)}
        list={list}
        isStale={error !== undefined}
        newCount={newCount}
        attentionCount={attentionCount}
        state={state}
        onChange={set}
        onShowNew={() => {
          showNew();
          set({ sorting: DEFAULT_SORTING });
        }}
      />
      {list && <BrokenOrders orders={list.broken} />}
      <div ref={rows}>
        {!list ? (
          <OrdersSkeleton rows={state.size} />
        ) : shown.length === 0 ? (
          <NoOrders
            filtered={filtered}
            onClear={() => set({ search: "", status: undefined, attention: false })}
          />
        ) : isPhone ? (
          <OrdersCards {...rowProps} />
        ) : (
          <OrdersTable {...rowProps} sorting={state.sorting} onSort={(sorting) => set({ sorting })} />
        )}
      </div>
      {found.length > state.size && (
        <Pagination page={page} pages={pages} onPage={(to) => set({ page: to })} />
      )}
      <OrderDialog
        orderId={state.open}
        saving={state.open === undefined ? undefined : status.saving.get(state.open)}
        onStatus={status.change}
        onClose={() => set({ open: undefined })}
      />
      <CancelDialog order={status.toCancel} onKeep={status.keep} onCancel={status.cancel} />
      <ShortcutsDialog open={shortcuts.isHelpOpen} onClose={shortcuts.closeHelp} />
    </>
  );
}

import { useRef } from "react";
import { messages } from "../../../../../shared/messages.ts";
import { Button } from "../../../ui/button.tsx";
import { EmptyState } from "../../../ui/empty-state.tsx";
import { Heading } from "../heading.tsx";
import { OrderDialog } from "../order/order-dialog.tsx";
import { useNarrow } from "../use-narrow.ts";
import { tell } from "../tell.ts";
import { BrokenOrders } from "./broken-orders.tsx";
import { CancelDialog } from "./cancel-dialog.tsx";
import { exportOrders } from "./export-orders.ts";
import { NewsBar } from "./news-bar.tsx";
import { OrdersCards } from "./orders-cards.tsx";
import { OrdersSkeleton } from "./orders-skeleton.tsx";
import { ordersStore } from "./orders-store.ts";
import { OrdersTable } from "./orders-table.tsx";
import { OrdersToolbar } from "./orders-toolbar.tsx";
import { Pagination } from "./pagination.tsx";
import { clampPage, pageCount, showing } from "./paging.ts";
import { DEFAULT_SORTING } from "./arrange.ts";
import { ShortcutsDialog } from "./shortcuts-dialog.tsx";
import { useArranged } from "./use-arranged.ts";
import { useListState } from "./use-list-state.ts";
import { useOrders } from "./use-orders.ts";
import { useShortcuts } from "./use-shortcuts.ts";
import { useStatusChange } from "./use-status-change.ts";

/** All orders: found, sorted, paged, and their statuses changed on the spot. */
export function OrdersTab() {
  const orders = useOrders();
  const { state, set, type } = useListState();
  const { found, news, worrying, showNews } = useArranged(state);
  const status = useStatusChange();
  const narrow = useNarrow();
  const search = useRef<HTMLInputElement>(null);
  const list = useRef<HTMLDivElement>(null);
  const shortcuts = useShortcuts(search, list);

  const pages = pageCount(found.length, state.size);
  const page = clampPage(state.page, pages);
  const shown = found.slice((page - 1) * state.size, page * state.size).map(({ order }) => order);
  const rows = {
    orders: shown,
    saving: status.saving,
    onStatus: status.change,
    onOpen: (open: string) => set({ open }),
  };
  const filtered = state.search !== "" || state.status !== undefined || state.attention;

  if (orders.status === "failed")
    return (
      <EmptyState
        icon="alert"
        title={messages.ordersFailed}
        actions={
          <Button icon="refresh" onClick={ordersStore.retry}>
            Try again
          </Button>
        }
      >
        {orders.why}
      </EmptyState>
    );
  return (
    <>
      <Heading>Orders</Heading>
      <OrdersToolbar
        state={state}
        search={search}
        narrow={narrow}
        onType={type}
        onChange={set}
        onExport={() => {
          exportOrders(
            found.map(({ order }) => order),
            new Date(),
          );
          tell.done(`${found.length} ${found.length === 1 ? "order" : "orders"} exported`);
        }}
      />
      <NewsBar
        showing={showing(page, state.size, found.length)}
        orders={orders}
        news={news}
        worrying={worrying}
        state={state}
        onChange={set}
        onShow={() => {
          showNews();
          set({ sorting: DEFAULT_SORTING });
        }}
      />
      <BrokenOrders orders={orders.broken} />
      <div ref={list}>
        {orders.status === "loading" ? (
          <OrdersSkeleton rows={state.size} />
        ) : shown.length === 0 ? (
          <div className="card">
            <EmptyState
              icon={filtered ? "search" : "bag"}
              title={filtered ? "No orders found" : "No orders yet"}
              actions={
                filtered && (
                  <Button
                    variant="secondary"
                    onClick={() => set({ search: "", status: undefined, attention: false })}
                  >
                    Clear search and filter
                  </Button>
                )
              }
            >
              {filtered ? "Try another search or status." : "The first one appears here by itself."}
            </EmptyState>
          </div>
        ) : narrow ? (
          <OrdersCards {...rows} />
        ) : (
          <OrdersTable {...rows} sorting={state.sorting} onSort={(sorting) => set({ sorting })} />
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
      <CancelDialog order={status.question} onKeep={status.dismiss} onCancel={status.cancel} />
      <ShortcutsDialog open={shortcuts.help} onClose={shortcuts.close} />
    </>
  );
}

import { useEffect, useMemo, useRef, useState } from "react";
import { isFocusLost } from "../../../ui/is-focus-lost.ts";
import { adminMessages, errorText } from "../admin-messages.ts";
import { useSession } from "../auth/session.ts";
import { focusOrdersHeading, ORDERS_HEADING_ID } from "../focus-orders.ts";
import { FulfilmentHead } from "../fulfilment/fulfilment-head.tsx";
import { PackingView } from "../fulfilment/packing-view.tsx";
import { SelectionBar } from "../fulfilment/selection-bar.tsx";
import { useSelection } from "../fulfilment/use-selection.ts";
import { Heading } from "../heading.tsx";
import { LoadFailure } from "../load-failure.tsx";
import { OrderDialog } from "../order-details/order-dialog.tsx";
import { CancelDialog } from "../orders/cancel-dialog.tsx";
import { CompleteDialog } from "../orders/complete-dialog.tsx";
import { orderListQuery } from "../orders/order-queries.ts";
import { UndoBar, useUndoKey } from "../orders/undo-bar.tsx";
import { useStatusChange } from "../orders/use-status-change.ts";
import { toast } from "../toast.ts";
import { useIsNarrow } from "../use-is-narrow.ts";
import { usePolledQuery } from "../use-polled-query.ts";
import { exportedText, exportOrders } from "./orders-csv.ts";
import { DEFAULT_SORTING } from "./filter-and-sort.ts";
import { BrokenOrders, NoOrders, OrdersSkeleton } from "./list-states.tsx";
import { ListStatusBar } from "./list-status-bar.tsx";
import { useListState } from "./list-url.ts";
import { OrdersCards } from "./orders-cards.tsx";
import { OrdersTable } from "./orders-table.tsx";
import { OrdersToolbar } from "./orders-toolbar.tsx";
import { Pagination } from "./pagination.tsx";
import { clampPage, pageCount, rangeText } from "./paging.ts";
import { SavedViewsBar } from "./saved-views-bar.tsx";
import { useListKeys } from "./use-list-keys.ts";
import { useMatchingOrders } from "./use-matching-orders.ts";

const POLL_INTERVAL_MS = 5_000;

/** The width of the window that the table needs. A narrower window shows the orders as cards. */
const MIN_TABLE_WIDTH_PX = 961;

/** The list of all orders, or the packing view. */
export function OrdersTab() {
  const { data: list, error, retry } = usePolledQuery(orderListQuery, POLL_INTERVAL_MS);
  const { state, changeState, openOrder, closeOrder, setSearch } = useListState();
  const { entries, newCount, attentionCount, toPackCount, showNewOrders } = useMatchingOrders(list, state);
  // An update changes an entry in place: `entries` stays the same array. `list` is then a new object, so it is a dependency too.
  const orders = useMemo(() => (list ? entries.map(({ order }) => order) : []), [entries, list]);
  const selection = useSelection(orders);
  const { changeStatus, savingStatuses, ...confirmation } = useStatusChange();
  useUndoKey(state.openOrderId);
  const session = useSession();
  const userId = session.status === "signed-in" ? session.user.uid : "";
  const isNarrow = useIsNarrow(MIN_TABLE_WIDTH_PX - 1);
  /** Whether the packing view was open. Then the list's heading takes the focus when the list appears again. */
  const [hasOpenedPacking, setHasOpenedPacking] = useState(false);
  if (state.isPacking && !hasOpenedPacking) setHasOpenedPacking(true);
  const searchRef = useRef<HTMLInputElement>(null);
  const rowsRef = useRef<HTMLDivElement>(null);
  useListKeys(searchRef, rowsRef);
  const hadRowFocus = useRef(false);
  // When `isNarrow` changes, the table and the cards replace each other. React reports no blur of a removed row, so the ref still
  // says that a row had the focus. The heading then gets the focus.
  useEffect(() => {
    if (hadRowFocus.current && isFocusLost()) focusOrdersHeading();
  }, [isNarrow]);

  const lastPage = pageCount(entries.length, state.size);
  const page = clampPage(state.page, lastPage);
  const pageOrders = entries.slice((page - 1) * state.size, page * state.size).map(({ order }) => order);
  const selectAll = () => selection.setSelected(orders, true);
  const isFiltered =
    state.search !== "" ||
    state.status !== undefined ||
    state.delivery !== undefined ||
    state.dates !== undefined ||
    state.showsOnlyAttention ||
    state.showsOnlyToPack;
  const listProps = {
    orders: pageOrders,
    savingStatuses,
    onStatusChange: changeStatus,
    onOpen: openOrder,
    selection,
    onSelectAll: selectAll,
  };
  const renderRows = () => {
    if (!list) return <OrdersSkeleton rowCount={state.size} />;
    if (pageOrders.length === 0)
      return (
        <NoOrders
          isFiltered={isFiltered}
          onClear={() =>
            changeState({
              search: "",
              status: undefined,
              delivery: undefined,
              dates: undefined,
              showsOnlyAttention: false,
              showsOnlyToPack: false,
            })
          }
        />
      );
    if (isNarrow) return <OrdersCards {...listProps} />;
    return (
      <OrdersTable {...listProps} sorting={state.sorting} onSort={(sorting) => changeState({ sorting })} />
    );
  };

  if (error && !list)
    return (
      <>
        <Heading id={ORDERS_HEADING_ID}>Orders</Heading>
        <LoadFailure title={adminMessages.ordersFailed} onRetry={retry}>
          {errorText(error)}
        </LoadFailure>
      </>
    );
  if (state.isPacking)
    return (
      <>
        <PackingView list={list} onLeave={() => changeState({ isPacking: false })} />
        <UndoBar />
      </>
    );
  return (
    <>
      <FulfilmentHead
        list={list}
        toPackCount={toPackCount}
        takesFocus={hasOpenedPacking}
        onPack={() => changeState({ isPacking: true })}
      />
      <OrdersToolbar
        state={state}
        searchRef={searchRef}
        isNarrow={isNarrow}
        onSearch={setSearch}
        onChange={changeState}
        onExport={() => {
          exportOrders(orders, new Date());
          const isComplete = list?.isComplete === true;
          const showToast = isComplete ? toast.success : toast.error;
          showToast(exportedText(orders.length, isComplete));
        }}
      />
      <ListStatusBar
        rangeText={rangeText(page, state.size, entries.length)}
        list={list}
        isStale={error !== undefined}
        newCount={newCount}
        attentionCount={attentionCount}
        toPackCount={toPackCount}
        state={state}
        onChange={changeState}
        onShowNewOrders={() => {
          showNewOrders();
          changeState({ sorting: DEFAULT_SORTING });
        }}
      >
        <SavedViewsBar key={userId} userId={userId} state={state} onChange={changeState} />
      </ListStatusBar>
      {list && <BrokenOrders orders={list.brokenOrders} />}
      <div
        ref={rowsRef}
        onFocus={() => (hadRowFocus.current = true)}
        onBlur={() => (hadRowFocus.current = false)}
      >
        {renderRows()}
      </div>
      {entries.length > state.size && (
        <Pagination page={page} lastPage={lastPage} onPage={(newPage) => changeState({ page: newPage })} />
      )}
      <SelectionBar
        selectedOrders={selection.selectedOrders}
        totalCount={orders.length}
        list={list}
        onSelectAll={selectAll}
        onClear={selection.clear}
      />
      <OrderDialog
        orderId={state.openOrderId}
        savingStatus={state.openOrderId === undefined ? undefined : savingStatuses.get(state.openOrderId)}
        onStatusChange={changeStatus}
        onClose={closeOrder}
      />
      <CancelDialog
        order={confirmation.orderToCancel}
        onKeep={confirmation.keepOrder}
        onCancel={confirmation.cancelOrder}
      />
      <CompleteDialog
        order={confirmation.orderToComplete}
        onPostpone={confirmation.postponeCompletion}
        onComplete={confirmation.completeOrder}
      />
      {state.openOrderId === undefined && <UndoBar />}
    </>
  );
}

import { type RefObject, useCallback, useEffect, useEffectEvent, useRef, useState } from "react";
import { deliveryOf, summaryOf } from "../../../../../shared/order-summary.ts";
import type { Order, OrderSummary } from "../../../../../shared/order.ts";
import { isPacked, packingRefusal } from "../../../../../shared/packing.ts";
import { itemsToPack } from "../../../../../shared/remaining-items.ts";
import { ApiError, mayHaveSaved } from "../../../api-error.ts";
import { announce } from "../../../ui/announce.ts";
import { Button } from "../../../ui/button.tsx";
import { EmptyState } from "../../../ui/empty-state.tsx";
import { Spinner } from "../../../ui/spinner.tsx";
import { errorText } from "../admin-messages.ts";
import { ORDERS_HEADING_ID } from "../focus-orders.ts";
import { Heading } from "../heading.tsx";
import { PackingSlips } from "../order-details/packing-slip.tsx";
import { changeOrder } from "../orders/change-order.ts";
import type { OrderList } from "../orders/load-orders.ts";
import { prefetchOrder, rereadOrder, useOrder } from "../orders/order-queries.ts";
import { toast } from "../toast.ts";
import { OrderToPack } from "./order-to-pack.tsx";
import styles from "./packing-view.module.css";
import {
  type Checklist,
  checklistFor,
  isShowable,
  moveToPrevious,
  moveToNext,
  nextOrderId,
  ordersToPack,
  type PackingRun,
  runAfterPacking,
  skipCurrent,
  NEW_RUN,
  tickedIndexesOf,
  toggleTick,
  withShowableIds,
} from "./to-pack.ts";
import { usePackingKeys } from "./use-packing-keys.ts";

type PackingViewProps = { list: OrderList | undefined; onLeave: () => void };

const customerNameOf = (order: OrderSummary | undefined): string =>
  order?.customer.name || "a customer without a name";

/**
 * The packing run. Moves to the next order when the current order is no longer to be packed. `maybePackedToastIds`: by order id,
 * the error toast of a save as packed that may have succeeded.
 */
function usePackingRun(
  list: OrderList | undefined,
  isSaving: boolean,
  maybePackedToastIds: RefObject<ReadonlyMap<string, string>>,
) {
  const [storedRun, setRun] = useState(NEW_RUN);
  const run = list ? withShowableIds(storedRun, list.index) : storedRun;
  /** The id of the current order, if the admin came back to it after it was packed. */
  const [packedAlreadyId, setPackedAlreadyId] = useState<string>();
  /**
   * The id of the latest order that disappeared while it was shown, because somebody else changed it, or because this page's change
   * was saved although its answer was lost.
   */
  const [goneId, setGoneId] = useState<string>();
  const orders = list ? ordersToPack(list.index) : [];
  const idsToPack = orders.map(({ orderId }) => orderId);
  const { currentId } = run;
  const currentOrder = currentId === undefined ? undefined : list?.index.get(currentId)?.order;
  const isPackedAlready =
    currentId !== undefined &&
    currentOrder !== undefined &&
    currentId === packedAlreadyId &&
    !idsToPack.includes(currentId) &&
    isShowable(currentOrder);
  const isGone = currentId !== undefined && !idsToPack.includes(currentId) && !isPackedAlready && !isSaving;
  const changeRun = (newRun: PackingRun) => {
    const { currentId: newId } = newRun;
    setRun(newRun);
    setPackedAlreadyId(newId && !idsToPack.includes(newId) ? newId : undefined);
  };
  // Set while rendering, so that an order that cannot be packed any more is not shown.
  if (isGone) {
    setGoneId(currentId);
    changeRun(moveToNext(run, idsToPack));
  } else if (currentId === undefined && idsToPack.length > 0) changeRun(moveToNext(run, idsToPack));
  const onGone = useEffectEvent((id: string) => {
    const goneOrder = list?.index.get(id)?.order;
    const maybePackedToastId = maybePackedToastIds.current.get(id);
    if (goneOrder && isPacked(goneOrder) && maybePackedToastId !== undefined) {
      toast.dismiss(maybePackedToastId);
      return void toast.success(`The order of ${customerNameOf(goneOrder)} is packed now.`);
    }
    const reason = (goneOrder && packingRefusal(goneOrder, goneOrder.delivery)) ?? "It is packed.";
    toast.success(`Somebody else changed the order of ${customerNameOf(goneOrder)}. ${reason}`);
  });
  useEffect(() => {
    if (goneId !== undefined) onGone(goneId);
  }, [goneId]);
  /** To be called when an order was packed. The admin may have gone to another order while it was saved. */
  const onPacked = (orderId: string) => setRun((latestRun) => runAfterPacking(latestRun, orderId, idsToPack));
  /** To be called when an order was unpacked. If somebody else packs it again, the run moves to the next order. */
  const onUnpacked = (orderId: string) => setPackedAlreadyId((id) => (id === orderId ? undefined : id));
  return { run, idsToPack, currentOrder, isPackedAlready, changeRun, onPacked, onUnpacked };
}

/** Shows the orders to pack, one at a time. The actions in `PackingActions` have keyboard shortcuts (use-packing-keys.ts). */
export function PackingView({ list, onLeave }: PackingViewProps) {
  const [isSaving, setIsSaving] = useState(false);
  const [printedOrder, setPrintedOrder] = useState<Order>();
  const onPrinted = useCallback(() => setPrintedOrder(undefined), []);
  const [checklists, setChecklists] = useState<ReadonlyMap<string, Checklist>>(new Map());
  const maybePackedToastIds = useRef(new Map<string, string>());
  const { run, idsToPack, currentOrder, isPackedAlready, changeRun, onPacked, onUnpacked } = usePackingRun(
    list,
    isSaving,
    maybePackedToastIds,
  );
  const { order, error, retry } = useOrder(run.currentId);
  const mainRef = useRef<HTMLDivElement>(null);
  /** The id of the last toast about items that are not ticked off. */
  const untickedToastId = useRef<string>(undefined);
  const lines = order ? itemsToPack(order) : [];
  const storedChecklist = checklists.get(order?.orderId ?? "");
  const checklist = checklistFor(storedChecklist, lines);
  const storeChecklist = (orderId: string, newChecklist: Checklist) =>
    setChecklists((current) => new Map(current).set(orderId, newChecklist));
  // Set while rendering, so that no line that has changed is shown as ticked off.
  if (order && checklist !== storedChecklist) storeChecklist(order.orderId, checklist);
  const tickedIndexes = tickedIndexesOf(checklist);
  const untickedIndexes = lines.flatMap((_, i) => (tickedIndexes.has(i) ? [] : [i]));
  const followingId = nextOrderId(run, idsToPack);
  useEffect(() => {
    if (followingId !== undefined) prefetchOrder(followingId);
  }, [followingId]);
  useEffect(() => {
    if (order?.orderId) mainRef.current?.focus({ preventScroll: true });
  }, [order?.orderId]);

  const tick = (index: number | undefined) => {
    if (index === undefined || index >= lines.length || !order) return;
    const newChecklist = toggleTick(checklist, index);
    storeChecklist(order.orderId, newChecklist);
    announce(`${tickedIndexesOf(newChecklist).size} of ${lines.length} ticked off`);
  };
  const save = async (orderToSave: Order, shouldBePacked: boolean) => {
    setIsSaving(true);
    try {
      await changeOrder(summaryOf(orderToSave), {
        orderStatus: orderToSave.orderStatus,
        packed: shouldBePacked,
      });
      if (shouldBePacked) onPacked(orderToSave.orderId);
      else onUnpacked(orderToSave.orderId);
    } catch (failure) {
      console.error("The packing could not be saved", failure);
      if (failure instanceof ApiError && failure.status === 409) await rereadOrder(orderToSave.orderId);
      const toastId = toast.error(errorText(failure));
      if (shouldBePacked && mayHaveSaved(failure))
        maybePackedToastIds.current.set(orderToSave.orderId, toastId);
    } finally {
      setIsSaving(false);
    }
  };
  const pack = () => {
    if (!order || isSaving || isPacked(order)) return;
    // The toasts of several attempts would cover the order.
    if (untickedToastId.current !== undefined) toast.dismiss(untickedToastId.current);
    if (untickedIndexes.length === 0) void save(order, true);
    else {
      untickedToastId.current = toast.error(
        untickedIndexes.length === 1
          ? "One item is not ticked off."
          : `${untickedIndexes.length} items are not ticked off.`,
      );
      mainRef.current?.querySelector<HTMLElement>("input:not(:checked)")?.focus();
    }
  };
  const actions = {
    tick,
    tickNext: () => tick(untickedIndexes[0]),
    pack,
    skip: () => changeRun(skipCurrent(run, idsToPack)),
    back: () => changeRun(moveToPrevious(run)),
    print: () => setPrintedOrder(lines.length > 0 ? order : undefined),
    leave: onLeave,
  };
  usePackingKeys(actions);

  const isEmpty = list?.isComplete === true && run.currentId === undefined && idsToPack.length === 0;
  return (
    <section aria-label="Pack orders" className={styles.view}>
      <div className={styles.head}>
        <Heading id={ORDERS_HEADING_ID} takesFocus>
          Pack orders
        </Heading>
        <p role="status" className={styles.toPackCount}>
          {idsToPack.length} to pack
        </p>
        <Button variant="secondary" icon="close" onClick={onLeave} aria-keyshortcuts="Escape">
          Back to the list
        </Button>
      </div>
      {isEmpty && (
        <EmptyState
          icon="check-circle"
          title="All orders are packed"
          actions={<Button onClick={onLeave}>Back to the list</Button>}
        >
          New orders appear here by themselves.
        </EmptyState>
      )}
      {run.currentId !== undefined && error && (
        <EmptyState
          icon="alert"
          title={error}
          actions={
            <>
              <Button icon="refresh" onClick={retry}>
                Try again
              </Button>
              <Button variant="secondary" onClick={actions.skip}>
                Skip
              </Button>
            </>
          }
        />
      )}
      {!isEmpty && !order && !error && <Spinner large label="Loading order..." />}
      {order && currentOrder && (
        <div
          ref={mainRef}
          tabIndex={-1}
          className={styles.main}
          aria-label={`Order of ${customerNameOf(currentOrder)}`}
        >
          <OrderToPack
            order={order}
            delivery={deliveryOf(order)}
            lines={lines}
            tickedIndexes={tickedIndexes}
            isPackedAlready={isPackedAlready}
            isChanged={checklist.isChanged}
            isSaving={isSaving}
            canGoBack={run.visitedIds.length > 0}
            canSkip={followingId !== undefined}
            actions={actions}
            onUnpack={() => void save(order, false)}
          />
        </div>
      )}
      {printedOrder && (
        <PackingSlips key={printedOrder.orderId} orders={[printedOrder]} onPrinted={onPrinted} />
      )}
    </section>
  );
}

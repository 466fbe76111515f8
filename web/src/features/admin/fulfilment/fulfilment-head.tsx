import { Button } from "../../../ui/button.tsx";
import { useDialogHistory } from "../../../ui/use-dialog-history.ts";
import { ORDERS_HEADING_ID } from "../focus-orders.ts";
import { Heading } from "../heading.tsx";
import type { OrderList } from "../orders/load-orders.ts";
import { CompleteFromListDialog } from "./complete-from-list-dialog.tsx";
import styles from "./fulfilment-head.module.css";

const NO_ORDERS: readonly [] = [];

type FulfilmentHeadProps = {
  list: OrderList | undefined;
  toPackCount: number;
  takesFocus: boolean;
  onPack: () => void;
};

/** The heading of the list of orders, with the buttons that complete or pack many orders. */
export function FulfilmentHead({ list, toPackCount, takesFocus, onPack }: FulfilmentHeadProps) {
  const completeDialog = useDialogHistory("complete-list");
  return (
    <div className={styles.head}>
      <Heading id={ORDERS_HEADING_ID} takesFocus={takesFocus}>
        Orders
      </Heading>
      <div className={styles.actions}>
        <Button variant="secondary" icon="truck" onClick={() => void completeDialog.open()}>
          Complete from a list
        </Button>
        {/* Also shown without an order to pack, so that the other button does not move when the orders are loaded. */}
        <Button icon="bag" disabled={toPackCount === 0} onClick={onPack}>
          Pack orders
        </Button>
      </div>
      {completeDialog.isOpen && (
        <CompleteFromListDialog
          selectedOrders={NO_ORDERS}
          list={list}
          onClose={() => completeDialog.close()}
        />
      )}
    </div>
  );
}

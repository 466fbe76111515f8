import type { ReactNode } from "react";
import { SwitchField } from "@aws-amplify/ui-react";
import { Button } from "../../../ui/button.tsx";
import { Icon } from "../../../ui/icon.tsx";
import type { OrderList } from "../orders/load-orders.ts";
import styles from "./list-status-bar.module.css";
import type { ListState } from "./list-url.ts";

type ListStatusBarProps = {
  /** 'Showing 6-10 of 28 orders' */
  rangeText: string;
  /** Undefined until the first orders are loaded. */
  list: OrderList | undefined;
  /** Whether the last call for updates failed. */
  isStale: boolean;
  newCount: number;
  attentionCount: number;
  toPackCount: number;
  state: Pick<ListState, "includesUnpaid" | "showsOnlyAttention" | "showsOnlyToPack">;
  onShowNewOrders: () => void;
  onChange: (change: Partial<ListState>) => void;
  /** The saved views. */
  children: ReactNode;
};

/** The line between the toolbar and the list of orders. */
export function ListStatusBar(props: ListStatusBarProps) {
  const { rangeText, list, isStale, newCount, attentionCount, toPackCount, state } = props;
  const { onShowNewOrders, onChange, children } = props;
  return (
    <div className={styles.bar}>
      <p role="status">{list ? rangeText : "Loading orders..."}</p>
      {(attentionCount > 0 || state.showsOnlyAttention) && (
        <button
          type="button"
          aria-pressed={state.showsOnlyAttention}
          className={styles.attention}
          onClick={() => onChange({ showsOnlyAttention: !state.showsOnlyAttention })}
        >
          <Icon name="alert" size={16} />
          {attentionCount} {attentionCount === 1 ? "needs" : "need"} attention
          {state.showsOnlyAttention && <Icon name="close" size={14} />}
        </button>
      )}
      {(toPackCount > 0 || state.showsOnlyToPack) && (
        <button
          type="button"
          aria-pressed={state.showsOnlyToPack}
          className={styles.toPack}
          onClick={() => onChange({ showsOnlyToPack: !state.showsOnlyToPack })}
        >
          <Icon name="bag" size={16} />
          {toPackCount} to pack
          {state.showsOnlyToPack && <Icon name="close" size={14} />}
        </button>
      )}
      {/* The views appear with the orders, not before: the counts above would move a view while the user presses it. */}
      {list && children}
      {list && !list.isComplete && (
        <p className={styles.progress}>
          <progress aria-label="Loading older orders" value={list.progress} />
          {list.index.size().toLocaleString("en-US")} loaded
        </p>
      )}
      {isStale && (
        <p className={styles.outdated}>
          <Icon name="alert" size={16} />
          Not up to date. Trying again...
        </p>
      )}
      <div role="status" className={styles.newOrders}>
        {newCount > 0 && (
          <Button variant="primary" icon="arrow-up" onClick={onShowNewOrders}>
            {newCount} new {newCount === 1 ? "order" : "orders"}: show
          </Button>
        )}
      </div>
      <SwitchField
        label="Show unpaid checkouts"
        labelPosition="end"
        isChecked={state.includesUnpaid}
        onChange={({ target }) => onChange({ includesUnpaid: target.checked })}
        className={styles.unpaid ?? ""}
      />
    </div>
  );
}

import { SwitchField } from "@aws-amplify/ui-react";
import { Button } from "../../../ui/button.tsx";
import { Icon } from "../../../ui/icon.tsx";
import type { OrderList } from "../orders/load-orders.ts";
import styles from "./list-status-bar.module.css";
import type { ListState } from "./list-url.ts";

type ListStatusBarProps = {
  /** 'Showing 6-10 of 28 orders' */
  showing: string;
  /** Undefined until the first orders are loaded. */
  list: OrderList | undefined;
  /** The last read of updates failed. */
  isStale: boolean;
  newCount: number;
  attentionCount: number;
  state: Pick<ListState, "unpaid" | "attention">;
  onShowNew: () => void;
  onChange: (change: Partial<ListState>) => void;
};

/** Which orders are shown, how much of the history is loaded, and how many new orders wait. */
export function ListStatusBar(props: ListStatusBarProps) {
  const { showing, list, isStale, newCount, attentionCount, state, onShowNew, onChange } = props;
  return (
    <div className={styles.bar}>
      <p role="status">{list ? showing : "Loading orders..."}</p>
      {(attentionCount > 0 || state.attention) && (
        <button
          type="button"
          aria-pressed={state.attention}
          className={styles.attention}
          onClick={() => onChange({ attention: !state.attention })}
        >
          <Icon name="alert" size={16} />
          {attentionCount} {attentionCount === 1 ? "needs" : "need"} attention
          {state.attention && <Icon name="close" size={14} />}
        </button>
      )}
      {list && !list.complete && (
        <p className={styles.progress}>
          <progress aria-label="Loading older orders" value={list.progress} />
          {list.index.size().toLocaleString("en-US")} loaded
        </p>
      )}
      {isStale && (
        <p className={styles.stale}>
          <Icon name="alert" size={16} />
          Not up to date. Trying again...
        </p>
      )}
      <div role="status" className={styles.newOrders}>
        {newCount > 0 && (
          <Button variant="primary" icon="arrow-up" onClick={onShowNew}>
            {newCount} new {newCount === 1 ? "order" : "orders"}: show
          </Button>
        )}
      </div>
      <SwitchField
        label="Show unpaid checkouts"
        labelPosition="end"
        isChecked={state.unpaid}
        onChange={({ target }) => onChange({ unpaid: target.checked })}
        className={styles.unpaid ?? ""}
      />
    </div>
  );
}

import { SwitchField } from "@aws-amplify/ui-react";
import { Button } from "../../../ui/button.tsx";
import { Icon } from "../../../ui/icon.tsx";
import type { ListState } from "./list-url.ts";
import styles from "./news-bar.module.css";
import type { OrdersState } from "./orders-store.ts";

type NewsBarProps = {
  showing: string;
  orders: OrdersState;
  news: number;
  worrying: number;
  state: Pick<ListState, "unpaid" | "attention">;
  onShow: () => void;
  onChange: (change: Partial<ListState>) => void;
};

/** Which orders are shown, how much of the history is here, and what came meanwhile. */
export function NewsBar({ showing, orders, news, worrying, state, onShow, onChange }: NewsBarProps) {
  const loading = orders.status === "ready" && !orders.complete;
  return (
    <div className={styles.bar}>
      <p role="status">{orders.status === "loading" ? "Loading orders..." : showing}</p>
      {(worrying > 0 || state.attention) && (
        <button
          type="button"
          aria-pressed={state.attention}
          className={styles.attention}
          onClick={() => onChange({ attention: !state.attention })}
        >
          <Icon name="alert" size={16} />
          {worrying} {worrying === 1 ? "needs" : "need"} attention
          {state.attention && <Icon name="close" size={14} />}
        </button>
      )}
      {loading && (
        <p className={styles.progress}>
          <progress aria-label="Loading older orders" value={orders.progress} />
          {orders.loaded.toLocaleString("en-US")} loaded
        </p>
      )}
      {orders.stale && (
        <p className={styles.stale}>
          <Icon name="alert" size={16} />
          Not up to date. Trying again...
        </p>
      )}
      <div role="status" className={styles.news}>
        {news > 0 && (
          <Button variant="primary" icon="arrow-up" onClick={onShow}>
            {news} new {news === 1 ? "order" : "orders"}: show
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

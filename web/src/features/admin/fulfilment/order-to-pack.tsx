import { ATTENTION_LABEL } from "../../../../../shared/attention.ts";
import type { Delivery, Order } from "../../../../../shared/order.ts";
import { DELIVERY_LABEL, summaryOf } from "../../../../../shared/order-summary.ts";
import { TICKET } from "../../../../../shared/product.ts";
import { formatShopTime } from "../../../../../shared/zoned-time.ts";
import { Badge } from "../../../ui/badge.tsx";
import { Button } from "../../../ui/button.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { bottomBarRef } from "../bottom-bar.ts";
import { CopyButton } from "../copy-button.tsx";
import { addressLines } from "../order-details/order-text.ts";
import { referenceOf } from "./find-order.ts";
import styles from "./packing-view.module.css";
import type { PackingActions } from "./use-packing-keys.ts";

type OrderToPackProps = {
  order: Order;
  delivery: Delivery;
  /** The items that are left to pack. `tickedIndexes` are positions in this list. */
  lines: Order["items"];
  tickedIndexes: ReadonlySet<number>;
  /** Whether the order was packed before the admin came back to it. */
  isPackedAlready: boolean;
  /** Whether the lines have changed since the order was first shown. */
  isChanged: boolean;
  isSaving: boolean;
  canGoBack: boolean;
  canSkip: boolean;
  actions: PackingActions;
  onUnpack: () => void;
};

/** The key of a shortcut, shown beside the control that has this shortcut. */
const ShortcutKey = ({ children }: { children: string }) => <kbd className={styles.key}>{children}</kbd>;

type LineProps = { item: Order["items"][number]; index: number; isTicked: boolean; onTick: () => void };

/** An item to put into the parcel, as a large checkbox. */
function LineToPack({ item, index, isTicked, onTick }: LineProps) {
  return (
    <li>
      <label className={styles.line} data-ticked={isTicked}>
        <input type="checkbox" checked={isTicked} onChange={onTick} className={styles.box} />
        <span className={styles.picture}>{item.imageUrl && <img src={item.imageUrl} alt="" />}</span>
        <span className={styles.item}>
          <span className={styles.name}>{item.name}</span>
          <span className={styles.variant}>
            {item.size && <span>{item.size}</span>}
            {item.color && <span>{item.color}</span>}
          </span>
        </span>
        <span className={styles.quantity} data-many={item.quantity > 1}>
          × {item.quantity}
        </span>
        {index < 9 && <ShortcutKey>{String(index + 1)}</ShortcutKey>}
      </label>
    </li>
  );
}

/** The order that the admin packs now: its items, address and notes, and the buttons for the next step. */
export function OrderToPack(props: OrderToPackProps) {
  const { order, delivery, lines, tickedIndexes, isPackedAlready, isChanged, isSaving, actions, onUnpack } =
    props;
  const { notes = [], attention = [], items } = order;
  const hasTickets = items.some(({ category }) => category === TICKET);
  const isShipped = delivery === "ship";
  return (
    <div className={styles.columns}>
      <div className={styles.items}>
        {isPackedAlready && (
          <Notice
            tone="ok"
            title="This order is packed."
            actions={
              <Button variant="secondary" loading={isSaving} onClick={onUnpack}>
                Not packed after all
              </Button>
            }
          />
        )}
        {!isPackedAlready && attention.length > 0 && (
          <Notice tone="danger" title="Needs attention">
            <ul>
              {attention.map(({ cause, about }) => (
                <li key={`${cause} ${about}`}>{ATTENTION_LABEL[cause]}</li>
              ))}
            </ul>
            <p>Read the order's details in the list before you pack it.</p>
          </Notice>
        )}
        {!isPackedAlready && isChanged && (
          <Notice tone="warn" role="status" title="This order was changed. Check the items again." />
        )}
        <ul className={styles.lines} aria-label="Items to pack">
          {lines.map((item, index) => (
            <LineToPack
              key={`${item.productId} ${item.variantId ?? ""}`}
              item={item}
              index={index}
              isTicked={tickedIndexes.has(index)}
              onTick={() => actions.tick(index)}
            />
          ))}
        </ul>
        {lines.length === 0 && (
          <p className={styles.aside}>
            There is nothing to pack: these items were refunded or put back in stock.
          </p>
        )}
        {hasTickets && (
          <p className={styles.aside}>Tickets are not in the parcel: the customer has them by email.</p>
        )}
      </div>
      <aside className={styles.side} aria-label="About the order">
        <div className={styles.facts}>
          <Badge tone="neutral" icon={isShipped ? "truck" : "bag"}>
            {DELIVERY_LABEL[delivery]}
          </Badge>
          <span className={styles.aside}>{formatShopTime(order.orderDate)}</span>
        </div>
        <address className={styles.address}>
          {addressLines(order).map((line) => (
            <span key={line}>{line}</span>
          ))}
        </address>
        <div className={styles.facts}>
          {isShipped && <CopyButton what="address" text={addressLines(order).join("\n")} />}
          <span className={styles.reference}>{referenceOf(summaryOf(order))}</span>
        </div>
        {notes.length > 0 && (
          <ul className={styles.notes} aria-label="Notes">
            {notes.map(({ noteId, text }) => (
              <li key={noteId}>{text}</li>
            ))}
          </ul>
        )}
        {lines.length > 0 && (
          <Button variant="secondary" icon="print" aria-keyshortcuts="p" onClick={actions.print}>
            Packing slip <ShortcutKey>P</ShortcutKey>
          </Button>
        )}
        {!isShipped && !isPackedAlready && (
          <p className={styles.aside}>The customer is told by email to pick it up.</p>
        )}
        <div ref={bottomBarRef} className={styles.actions} data-bottom-bar="">
          {!isPackedAlready && (
            <Button size="large" icon="check" loading={isSaving} aria-keyshortcuts="m" onClick={actions.pack}>
              {isShipped ? "Mark as packed" : "Ready to be picked up"} <ShortcutKey>M</ShortcutKey>
            </Button>
          )}
          <div className={styles.moves}>
            <Button
              variant="secondary"
              icon="arrow-left"
              disabled={!props.canGoBack}
              aria-keyshortcuts="b"
              onClick={actions.back}
            >
              Back <ShortcutKey>B</ShortcutKey>
            </Button>
            <Button
              variant="secondary"
              iconAfter="arrow-right"
              disabled={!props.canSkip}
              aria-keyshortcuts="s"
              onClick={actions.skip}
            >
              {isPackedAlready ? "Next" : "Skip"} <ShortcutKey>S</ShortcutKey>
            </Button>
          </div>
        </div>
      </aside>
    </div>
  );
}

import { calendarPath } from "../../../../shared/calendar-path.ts";
import type { EventFacts } from "../../../../shared/event-facts.ts";
import { eventLine } from "../../../../shared/event-text.ts";
import { formatMoney } from "../../../../shared/money.ts";
import { refundedText } from "../../../../shared/refunded-pieces.ts";
import { ProductImage } from "../../ui/product-image.tsx";
import { amountText, type Amount } from "../../../../shared/order-total.ts";
import { itemName } from "./item-name.ts";
import styles from "./order-table.module.css";

type OrderItem = {
  productId?: string;
  name: string;
  category?: string | undefined;
  /** The label of the size and color. */
  variant?: string;
  imageUrl?: string | undefined;
  event?: EventFacts | undefined;
  quantity: number;
  /** `priceEach` and `lineTotal` are in dollars. */
  priceEach: number;
  lineTotal: number;
  /** The number of refunded pieces. */
  refunded?: number | undefined;
};

function ItemRows({ item }: { item: OrderItem }) {
  const { productId, name, category, variant, imageUrl, event, quantity, priceEach, lineTotal } = item;
  const refundText = refundedText(item);
  return (
    <>
      <tr>
        <th scope="row">
          <span className={styles.item}>
            {imageUrl && <ProductImage src={imageUrl} alt="" sizes="56px" eager className={styles.picture} />}
            <span className={styles.name}>
              {itemName(name, category)}
              {variant && <span className={styles.variant}>{variant}</span>}
              {refundText && <span className={styles.refunded}>{refundText}</span>}
            </span>
          </span>
        </th>
        <td className="mono">
          {quantity} × {formatMoney(priceEach)}
        </td>
        <td className="mono">{formatMoney(lineTotal)}</td>
      </tr>
      {event && (
        <tr>
          <td colSpan={3} className={styles.event}>
            {eventLine(event)} {productId && <a href={calendarPath(productId)}>Add to calendar</a>}
          </td>
        </tr>
      )}
    </>
  );
}

export function OrderTable({ items, amounts }: { items: readonly OrderItem[]; amounts: readonly Amount[] }) {
  return (
    <div className={styles.container}>
      <table className={styles.items}>
        <thead>
          <tr>
            <th scope="col">Item</th>
            <th scope="col">Quantity</th>
            <th scope="col">Total</th>
          </tr>
        </thead>
        <tbody>
          {items.map((item, index) => (
            <ItemRows key={index} item={item} />
          ))}
        </tbody>
        <tfoot>
          {amounts.map((amount) => (
            <tr key={amount.label}>
              <th scope="row">{amount.label}</th>
              <td colSpan={2} className="mono">
                {amountText(amount)}
              </td>
            </tr>
          ))}
        </tfoot>
      </table>
    </div>
  );
}

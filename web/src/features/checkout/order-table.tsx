import { formatMoney } from "../../../../shared/money.ts";
import { TICKET } from "../../../../shared/product.ts";
import { ProductImage } from "../../ui/product-image.tsx";
import styles from "./order-table.module.css";

/** Money in dollars. */
export type Amount = { label: string; dollars: number };

/** The amounts below the items. Shipping is left out if it costs nothing; the last amount is the total. */
export const amountsOf = (
  { subtotal, shipping, total }: { subtotal: number; shipping: number; total: number },
  totalLabel: string,
): Amount[] => [
  { label: "Subtotal", dollars: subtotal },
  ...(shipping > 0 ? [{ label: "Shipping", dollars: shipping }] : []),
  { label: totalLabel, dollars: total },
];

/** 'Vipers@Midnight (Ticket)'; the name alone for other categories. */
export const itemName = (name: string, category: string | undefined): string =>
  category === TICKET ? `${name} (Ticket)` : name;

type OrderItem = {
  name: string;
  category?: string | undefined;
  /** The label of the size and color. */
  variant?: string;
  imageUrl?: string | undefined;
  quantity: number;
  /** `priceEach` and `lineTotal` are in dollars. */
  priceEach: number;
  lineTotal: number;
};

/** A table of items with quantity, price and total; the amounts are below the items. */
export function OrderTable({ items, amounts }: { items: readonly OrderItem[]; amounts: readonly Amount[] }) {
  return (
    <table className={styles.items}>
      <thead>
        <tr>
          <th scope="col">Item</th>
          <th scope="col">Quantity</th>
          <th scope="col">Total</th>
        </tr>
      </thead>
      <tbody>
        {items.map(({ name, category, variant, imageUrl, quantity, priceEach, lineTotal }, index) => (
          <tr key={index}>
            <th scope="row">
              <span className={styles.item}>
                {imageUrl && (
                  <ProductImage src={imageUrl} alt="" sizes="56px" eager className={styles.picture} />
                )}
                <span>
                  {itemName(name, category)}
                  {variant && <span className={styles.variant}>{variant}</span>}
                </span>
              </span>
            </th>
            <td className="mono">
              {quantity} × {formatMoney(priceEach)}
            </td>
            <td className="mono">{formatMoney(lineTotal)}</td>
          </tr>
        ))}
      </tbody>
      <tfoot>
        {amounts.map(({ label, dollars }) => (
          <tr key={label}>
            <th scope="row" colSpan={2}>
              {label}
            </th>
            <td className="mono">{formatMoney(dollars)}</td>
          </tr>
        ))}
      </tfoot>
    </table>
  );
}

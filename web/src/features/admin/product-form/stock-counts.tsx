import { formatShopTime } from "../../../../../shared/zoned-time.ts";
import { pieceCount } from "../../../../../shared/piece-count.ts";
import type { VariantStock } from "../../../../../shared/stock.ts";
import styles from "./stock-counts.module.css";

export function StockCounts({ stock }: { stock: VariantStock | undefined }) {
  if (!stock) return null;
  const { available, held, sold, waiting, holds } = stock;
  // The server may leave out holds, so more pieces may be held than those of the listed holds.
  const piecesOfListedHolds = pieceCount(holds);
  return (
    <div className={styles.counts}>
      <dl className={styles.figures}>
        {Object.entries({
          Available: available,
          Held: held,
          Sold: sold,
          ...(waiting ? { "Waiting for it": waiting } : {}),
        }).map(([name, count]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{count}</dd>
          </div>
        ))}
      </dl>
      {held > 0 && (
        <ul aria-label="Holds" className={styles.holds}>
          {holds.map(({ orderId, quantity, endsAt }) => (
            <li key={`${orderId} ${endsAt}`}>
              {quantity} held until <time dateTime={endsAt}>{formatShopTime(endsAt)}</time>
            </li>
          ))}
          {held > piecesOfListedHolds && <li>{held - piecesOfListedHolds} more held</li>}
        </ul>
      )}
    </div>
  );
}

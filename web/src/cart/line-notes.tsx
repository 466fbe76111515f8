import { Price } from "../ui/price.tsx";
import { VisuallyHidden } from "../ui/visually-hidden.tsx";
import type { LineNews } from "./fresh-cart.ts";
import styles from "./line-notes.module.css";

function stockNote({ wanted, left }: NonNullable<LineNews["short"]>): string {
  if (left === 0) return "Sold out: it will be left out of your order.";
  return `Only ${left} left: your ${wanted} become ${left}.`;
}

/** What changed about a line since it was put into the cart. */
export function LineNotes({ news, className }: { news: LineNews; className: string | undefined }) {
  const { price, short } = news;
  return (
    <div className={className}>
      {price && (
        <p className={styles.note}>
          <VisuallyHidden>The price was </VisuallyHidden>
          <s>
            <Price dollars={price.was} />
          </s>
          <VisuallyHidden> and is now </VisuallyHidden>
          <span aria-hidden="true"> → </span>
          <Price dollars={price.now} /> each
        </p>
      )}
      {short && <p className={styles.note}>{stockNote(short)}</p>}
    </div>
  );
}

import { Link } from "react-router-dom";
import { TICKET } from "../../../shared/product.ts";
import { deliverySummary } from "../../../shared/site/delivery.ts";
import { Icon } from "../ui/icon.tsx";
import { onPlainClick } from "../ui/plain-click.ts";
import styles from "./delivery-notes.module.css";

type DeliveryNotesProps = {
  /** The categories of the products that the notes are about. */
  categories: readonly string[];
  /** Leaves the dialog and opens the page of a link. */
  onLeave: (to: string) => void;
};

/** How goods and tickets are delivered and returned, in short, with links to the pages that say more. */
export function DeliveryNotes({ categories, onLeave }: DeliveryNotesProps) {
  const hasGoods = categories.some((category) => category !== TICKET);
  const notes = [
    ...(hasGoods ? [{ ...deliverySummary.goods, icon: "truck" as const }] : []),
    ...(categories.includes(TICKET) ? [{ ...deliverySummary.ticket, icon: "ticket" as const }] : []),
  ];
  return (
    <ul aria-label="Delivery and returns" className={styles.notes}>
      {notes.map(({ icon, delivery, returns, link }) => (
        <li key={icon} className={styles.note}>
          <Icon name={icon} />
          <p>
            {delivery} {returns}{" "}
            <Link to={link.to} onClick={onPlainClick(() => onLeave(link.to))}>
              {link.label}
            </Link>
          </p>
        </li>
      ))}
    </ul>
  );
}

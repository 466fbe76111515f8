import { useLazyModule } from "../lazy-module.ts";
import { Link } from "../router/link.tsx";
import { TICKET } from "../../../shared/product.ts";
import { deliverySummary } from "../../../shared/site/delivery.ts";
import type { IconName } from "../ui/icon.tsx";
import { Icon } from "../ui/icon.tsx";
import { Skeleton } from "../ui/skeleton.tsx";
import { onPlainClick } from "../ui/plain-click.ts";
import { shopSettings } from "../shop-settings.ts";
import styles from "./delivery-notes.module.css";

type DeliveryNote = {
  icon: IconName;
  text: string;
  link?: { label: string; to: string };
};

type DeliveryNotesProps = {
  /** The categories of the products that the notes are about. */
  categories: readonly string[];
  /** Leaves the dialog and opens the page of a link. */
  onLeave: (to: string) => void;
};

const { goods, ticket } = deliverySummary;
const goodsNotes: readonly DeliveryNote[] = [
  { icon: "map", text: goods.pickUp },
  { icon: "refresh", text: goods.returns, link: goods.link },
];
const ticketNotes: readonly DeliveryNote[] = [
  { icon: "ticket", text: ticket.admission },
  { icon: "refresh", text: ticket.returns, link: ticket.link },
];

/** Short texts about the delivery and return of goods and tickets, with links to the pages about them. */
export function DeliveryNotes({ categories, onLeave }: DeliveryNotesProps) {
  const { module: settings, failed } = useLazyModule(shopSettings, true);
  /**
   * Empty until the stage's settings are loaded, because a stage with its own rates has its own text. The prerendered HTML is
   * made without these settings, so its text about shipping is empty.
   */
  const shippingText = settings || failed ? (settings?.shipping?.note ?? goods.shipping) : "";
  const hasGoods = categories.some((category) => category !== TICKET);
  const notes: DeliveryNote[] = [
    ...(hasGoods ? [{ icon: "truck" as const, text: shippingText }, ...goodsNotes] : []),
    ...(categories.includes(TICKET) ? ticketNotes : []),
  ];
  return (
    <ul aria-label="Delivery and returns" className={styles.notes}>
      {notes.map(({ icon, text, link }) => (
        <li key={text} className={styles.note}>
          <Icon name={icon} size={18} />
          <p>
            {text || (
              <>
                <Skeleton />
                <Skeleton shape="short" />
              </>
            )}{" "}
            {link && (
              <Link to={link.to} onClick={onPlainClick(() => onLeave(link.to))}>
                {link.label}
              </Link>
            )}
          </p>
        </li>
      ))}
    </ul>
  );
}

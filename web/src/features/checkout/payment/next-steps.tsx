import type { Receipt } from "../../../../../shared/order.ts";
import { TICKET } from "../../../../../shared/product.ts";
import { delivery as deliveryTexts } from "../../../../../shared/site/delivery.ts";
import { links } from "../../../../../shared/site/links.ts";
import type { IconName } from "../../../ui/icon.tsx";
import { Icon } from "../../../ui/icon.tsx";
import styles from "./next-steps.module.css";

type Step = { icon: IconName; text: string };

function stepsFor({ customer, delivery, items }: Receipt): Step[] {
  return [
    // From one day after the payment, the server leaves out the e-mail address.
    ...(customer.email
      ? [{ icon: "mail", text: `The receipt is on its way to ${customer.email}.` } as const]
      : []),
    ...(delivery === "ship" ? [{ icon: "truck", text: deliveryTexts.ship } as const] : []),
    ...(delivery === "pick-up" ? [{ icon: "map", text: deliveryTexts["pick-up"] } as const] : []),
    ...(items.some(({ category }) => category === TICKET)
      ? [{ icon: "ticket", text: deliveryTexts.ticket } as const]
      : []),
  ];
}

/** Tells the customer of a paid order what happens next. */
export function NextSteps({ receipt }: { receipt: Receipt }) {
  return (
    <section aria-labelledby="next-steps" className={styles.next}>
      <h2 id="next-steps" className={styles.title}>
        What happens next
      </h2>
      <ul className={styles.list}>
        {stepsFor(receipt).map(({ icon, text }) => (
          <li key={icon} className={styles.step}>
            <Icon name={icon} size={20} />
            {text}
          </li>
        ))}
      </ul>
      <p className={styles.help}>
        Something wrong? Write to <a href={links.email.url}>{links.email.handle}</a> with your order number.
      </p>
    </section>
  );
}

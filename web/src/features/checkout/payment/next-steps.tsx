import { deliveryNotices } from "../../../../../shared/delivery-notices.ts";
import type { Receipt } from "../../../../../shared/receipt-data.ts";
import { paths } from "../../../paths.ts";
import { Link } from "../../../router/link.tsx";
import type { IconName } from "../../../ui/icon.tsx";
import { Icon } from "../../../ui/icon.tsx";
import { TeamEmail } from "../../../ui/team-email.tsx";
import styles from "./next-steps.module.css";

type Step = { icon: IconName; text: string };

const ICONS = { ship: "truck", "pick-up": "map", ticket: "ticket" } as const satisfies Record<
  string,
  IconName
>;

function stepsFor(receipt: Receipt): Step[] {
  const { email } = receipt.customer;
  return [
    // From one day after the payment, the server leaves out the email address.
    ...(email ? [{ icon: "mail", text: `The receipt is on its way to ${email}.` } as const] : []),
    ...deliveryNotices(receipt).map(({ kind, text }) => ({ icon: ICONS[kind], text })),
  ];
}

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
        To see where your order is, or to change something, use the link in our email or{" "}
        <Link to={paths.findOrder}>find your order</Link>.
      </p>
      <p className={styles.help}>
        Something wrong? Write to <TeamEmail /> with your order number.
      </p>
    </section>
  );
}

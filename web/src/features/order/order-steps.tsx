import type { OrderPage } from "../../../../shared/order-page.ts";
import { trackingLink } from "../../../../shared/tracking-link.ts";
import { formatCustomerTime } from "../../../../shared/zoned-time.ts";
import { ButtonExternalLink } from "../../ui/button.tsx";
import { Icon } from "../../ui/icon.tsx";
import { VisuallyHidden } from "../../ui/visually-hidden.tsx";
import { nextSteps, STEPS } from "./order-text.ts";
import styles from "./order-steps.module.css";
import pageStyles from "./order.module.css";

/** The tracking number, with a link to the carrier if the number's format is that of a known carrier. */
function Tracking({ tracking }: { tracking: string }) {
  const link = trackingLink(tracking);
  return (
    <div className={styles.tracking}>
      <p>
        <span className={styles.label}>Tracking number{link && `, ${link.carrier}`}</span>
        <span className={styles.number}>{tracking}</span>
      </p>
      {link && (
        <ButtonExternalLink href={link.url} variant="secondary" iconAfter="external">
          Track It with {link.carrier}
          <VisuallyHidden> (opens in a new tab)</VisuallyHidden>
        </ButtonExternalLink>
      )}
    </div>
  );
}

/** What has happened to the order, with times, and what comes next. */
export function OrderSteps({ page }: { page: OrderPage }) {
  return (
    <section aria-labelledby="order-state" className={`card ${pageStyles.panel}`}>
      <h2 id="order-state" className={pageStyles.heading}>
        Where it is
      </h2>
      <ol className={styles.steps}>
        {page.steps.map(({ step, at }) => (
          <li key={step} className={styles.step} data-cancelled={step === "cancelled" || undefined}>
            <Icon name={STEPS[step].icon} size={18} />
            <span>
              <strong>{STEPS[step].label}</strong>
              <time dateTime={at}>{formatCustomerTime(at)}</time>
            </span>
          </li>
        ))}
        {nextSteps(page).map((step) => (
          <li key={step} className={styles.next}>
            <Icon name={STEPS[step].icon} size={18} />
            <span>
              {STEPS[step].label}
              <VisuallyHidden> (not yet)</VisuallyHidden>
            </span>
          </li>
        ))}
      </ol>
      {page.tracking !== undefined && <Tracking tracking={page.tracking} />}
    </section>
  );
}

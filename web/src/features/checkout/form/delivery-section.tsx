import type { ReactNode } from "react";
import { useId } from "react";
import type { AppliedCode } from "../../../../../shared/order-terms.ts";
import type { CartLine } from "../../../../../shared/cart.ts";
import { formatMoney } from "../../../../../shared/money.ts";
import { address } from "../../../../../shared/site/address-and-hours.ts";
import { deliveryHints, SHIPPING_FEE } from "../../../../../shared/site/delivery.ts";
import { FieldError } from "../../../ui/field.tsx";
import type { IconName } from "../../../ui/icon.tsx";
import { Icon } from "../../../ui/icon.tsx";
import styles from "./delivery-section.module.css";
import { controlId } from "./fields.ts";
import { Section } from "./form-section.tsx";
import { Placeholder } from "./placeholder.tsx";
import type { FormControls } from "./use-checkout-form.ts";

type DeliveryChoice = { isShipped: boolean; icon: IconName; label: string; price: string; hint: ReactNode };

/** With the texts of a stage without shipping settings. Other stages have their own price and hint for shipping. */
const choices: readonly DeliveryChoice[] = [
  {
    isShipped: true,
    icon: "truck",
    label: "Ship to me",
    price: formatMoney(SHIPPING_FEE),
    hint: deliveryHints.ship,
  },
  {
    isShipped: false,
    icon: "map",
    label: `Pick up in ${address.city}`,
    price: "Free",
    hint: deliveryHints["pick-up"],
  },
];

/** The choice between shipping and pick-up. Nothing is chosen at first. */
export function DeliverySection({
  lines,
  form,
  errors,
  edit,
  isSending,
  stage,
  appliedCode,
  isRateUnknown,
}: FormControls & {
  lines: readonly CartLine[];
  appliedCode: AppliedCode | undefined;
  /** Whether the stage's own rates, which replace the flat rate, are still being loaded. */
  isRateUnknown: boolean;
}) {
  const stageTexts = stage?.shippingChoice(lines, form, appliedCode);
  const id = useId();
  const error = errors["shipMerchandise"];
  const errorId = `${id}-error`;
  return (
    <Section title="Shipping Preference" titleId={id}>
      <div
        role="radiogroup"
        aria-labelledby={id}
        aria-required="true"
        aria-invalid={error ? true : undefined}
        aria-describedby={error ? errorId : undefined}
        className={styles.choices}
      >
        {choices.map(({ isShipped, icon, label, ...defaultTexts }) => {
          const { price, hint } = (isShipped && stageTexts) || defaultTexts;
          const value = isShipped ? "ship" : "pick-up";
          const hintId = `${id}-${value}`;
          const isUnknown = isShipped && isRateUnknown;
          return (
            <label key={value} className={styles.choice}>
              <input
                type="radio"
                // The error summary links to the first choice.
                id={controlId(isShipped ? "shipMerchandise" : "pickUp")}
                name="shipMerchandise"
                value={value}
                aria-label={isUnknown ? label : `${label}, ${price}`}
                aria-describedby={hintId}
                checked={form.shipMerchandise === isShipped}
                onChange={() => !isSending && edit("shipMerchandise", isShipped)}
              />
              <span className={styles.label}>
                <Icon name={icon} size={20} />
                {label}
              </span>
              <span className={styles.price}>
                <Placeholder isUnknown={isUnknown}>{price}</Placeholder>
              </span>
              <span id={hintId} className={styles.hint}>
                <Placeholder isUnknown={isUnknown}>{hint}</Placeholder>
              </span>
            </label>
          );
        })}
      </div>
      {error && <FieldError id={errorId}>{error}</FieldError>}
    </Section>
  );
}

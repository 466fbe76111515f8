import { IconButton } from "./icon-button.tsx";
import styles from "./quantity-stepper.module.css";
import { VisuallyHidden } from "./visually-hidden.tsx";

type QuantityStepperProps = {
  value: number;
  onChange: (value: number) => void;
  /** The product's name, for 'Quantity of Root Shell Tee'. */
  productName: string;
  min?: number;
  max?: number;
};

export function QuantityStepper({ value, onChange, productName, min = 1, max = 99 }: QuantityStepperProps) {
  const step = (by: number) => onChange(Math.min(max, Math.max(min, value + by)));
  return (
    <div role="group" aria-label={`Quantity of ${productName}`} className={styles.stepper}>
      <IconButton
        icon="minus"
        iconSize={18}
        label={`Decrease quantity of ${productName}`}
        aria-disabled={value <= min}
        onClick={() => step(-1)}
      />
      <output className={styles.value} aria-live="polite">
        <VisuallyHidden>Quantity </VisuallyHidden>
        {value}
      </output>
      <IconButton
        icon="plus"
        iconSize={18}
        label={`Increase quantity of ${productName}`}
        aria-disabled={value >= max}
        onClick={() => step(1)}
      />
    </div>
  );
}

import { useId } from "react";
import type { Product, Variant } from "../../../shared/product.ts";
import { cx } from "../ui/class-names.ts";
import { VisuallyHidden } from "../ui/visually-hidden.tsx";
import type { Choice } from "./variant-choice.ts";
import { choicesOf } from "./variant-choice.ts";
import styles from "./variant-picker.module.css";

type Change = (variant: Variant) => void;

function Options({ choice, onChange }: { choice: Choice; onChange: Change }) {
  const group = useId();
  const chosen = choice.options.find((option) => option.chosen);
  return (
    <fieldset>
      <legend className={styles.legend}>
        {choice.label}
        <span className={styles.chosen} aria-hidden="true">
          {chosen?.value}
        </span>
      </legend>
      <div className={styles.options}>
        {choice.options.map(({ value, variant, soldOut, chosen: checked }) => (
          <label key={value} className={cx(styles.option, soldOut && styles.soldOut)}>
            <input
              type="radio"
              name={group}
              value={value}
              checked={checked}
              onChange={() => onChange(variant)}
              className={styles.input}
            />
            {value}
            {soldOut && <VisuallyHidden> (sold out)</VisuallyHidden>}
          </label>
        ))}
      </div>
    </fieldset>
  );
}

/** Color and size of a product with variants, as radio buttons. */
export function VariantPicker(props: { product: Product; chosen: Variant | undefined; onChange: Change }) {
  return choicesOf(props.product, props.chosen).map((choice) => (
    <Options key={choice.trait} choice={choice} onChange={props.onChange} />
  ));
}

import { useEffect, useId, useRef } from "react";
import type { Product } from "../../../shared/product.ts";
import { cx } from "../ui/class-names.ts";
import { prefersReducedMotion } from "../ui/use-reduced-motion.ts";
import { Swatch } from "./swatch.tsx";
import type { ProductChoice } from "./use-product-choice.ts";
import type { Choice, Trait } from "./variant-choice.ts";
import { choicesOf } from "./variant-choice.ts";
import styles from "./variant-picker.module.css";

export const selectLabel: Record<Trait, string> = { color: "Select a color", size: "Select a size" };

type OptionsProps = {
  choice: Choice;
  color: string | undefined;
  /** Each new number above 0 scrolls to the options and moves the focus to the first that is available. */
  asked: number;
  onChoose: (trait: Trait, value: string) => void;
};

function Options({ choice, color, asked, onChoose }: OptionsProps) {
  const group = useId();
  const ref = useRef<HTMLFieldSetElement>(null);
  const chosen = choice.options.find((option) => option.chosen);
  useEffect(() => {
    if (asked === 0) return;
    ref.current?.scrollIntoView({ block: "center", behavior: prefersReducedMotion() ? "instant" : "smooth" });
    ref.current?.querySelector<HTMLInputElement>("input:enabled")?.focus({ preventScroll: true });
  }, [asked]);
  return (
    <fieldset ref={ref} className={cx(styles.group, asked > 0 && styles.asked)}>
      <legend className={styles.legend}>
        {choice.label}{" "}
        <span className={styles.chosen} aria-hidden={!asked}>
          {asked > 0 ? selectLabel[choice.trait] : chosen?.value}
        </span>
      </legend>
      <div className={styles.options}>
        {choice.options.map(({ value, state, chosen: checked }) => (
          <label key={value} className={cx(styles.option, state !== "available" && styles.unavailable)}>
            <input
              type="radio"
              required
              name={group}
              value={value}
              checked={checked}
              disabled={state !== "available"}
              onChange={() => onChoose(choice.trait, value)}
              className={styles.input}
            />
            <span className={styles.value}>
              {choice.trait === "color" && <Swatch color={value} />}
              {value}
            </span>{" "}
            {state !== "available" && (
              <span className={styles.reason}>{state === "sold out" ? state : `not in ${color ?? ""}`}</span>
            )}
          </label>
        ))}
      </div>
    </fieldset>
  );
}

/** Color and size of a product with variants, as radio buttons. */
export function VariantPicker({ product, choice }: { product: Product; choice: ProductChoice }) {
  const { selection, missing, asked, choose } = choice;
  const choices = choicesOf(product, selection);
  if (choices.length === 0) return null;
  return (
    <div className={styles.picker}>
      {choices.map((options) => (
        <Options
          key={options.trait}
          choice={options}
          color={selection.color}
          asked={options.trait === missing ? asked : 0}
          onChoose={choose}
        />
      ))}
    </div>
  );
}

import { useEffect, useId, useRef } from "react";
import type { Product } from "../../../shared/product.ts";
import { hasSizeGuide } from "../../../shared/site/categories.ts";
import { cx } from "../ui/class-names.ts";
import { prefersReducedMotion } from "../ui/use-reduced-motion.ts";
import { SizeGuide } from "./size-guide/size-guide.tsx";
import { Swatch } from "./swatch.tsx";
import type { ProductChoice } from "./use-product-choice.ts";
import type { Selection, Trait, TraitOptions } from "./variant-choice.ts";
import { traitOptionsOf } from "./variant-choice.ts";
import styles from "./variant-picker.module.css";

/** The number of characters that fit the narrowest column of sizes, which is 48 px wide: 'XXXL', but not '18 oz'. */
const MAX_SHORT_SIZE_LENGTH = 4;

export const selectLabel = (trait: Trait): string => `Select a ${trait}`;

type OptionButtonsProps = {
  traitOptions: TraitOptions;
  selection: Selection;
  /** Each new number above 0 scrolls to the options and moves the focus to the first that can be chosen. */
  promptCount: number;
  onChoose: (trait: Trait, value: string) => void;
};

function OptionButtons({
  traitOptions: { trait, label, options },
  selection,
  promptCount,
  onChoose,
}: OptionButtonsProps) {
  const groupName = useId();
  const ref = useRef<HTMLFieldSetElement>(null);
  const chosenValue = selection[trait];
  const hasShortSizes =
    trait === "size" && options.every(({ value }) => value.length <= MAX_SHORT_SIZE_LENGTH);
  useEffect(() => {
    if (promptCount === 0) return;
    ref.current?.scrollIntoView({ block: "center", behavior: prefersReducedMotion() ? "instant" : "smooth" });
    ref.current?.querySelector<HTMLInputElement>("input:enabled")?.focus({ preventScroll: true });
  }, [promptCount]);
  return (
    <fieldset ref={ref} className={cx(styles.group, promptCount > 0 && styles.prompted)}>
      <legend className={styles.legend}>
        {label}{" "}
        <span className={styles.chosen} aria-hidden={!promptCount}>
          {promptCount > 0 ? selectLabel(trait) : chosenValue}
        </span>
      </legend>
      <div className={cx(styles.options, hasShortSizes && styles.short)}>
        {options.map(({ value, state, canChoose }) => (
          <label key={value} className={cx(styles.option, state !== "available" && styles.unavailable)}>
            <input
              type="radio"
              required
              name={groupName}
              value={value}
              checked={value === chosenValue}
              disabled={!canChoose}
              onChange={() => onChoose(trait, value)}
              className={styles.input}
            />
            <span className={styles.value}>
              {trait === "color" && <Swatch color={value} />}
              {value}
            </span>{" "}
            {state !== "available" && (
              <span className={styles.reason}>
                {state === "sold out" ? state : `not in ${selection.color ?? ""}`}
              </span>
            )}
          </label>
        ))}
      </div>
    </fieldset>
  );
}

/** Color and size of a product with variants, as radio buttons. */
export function VariantPicker({ product, choice }: { product: Product; choice: ProductChoice }) {
  const { selection, traitToChoose, promptCount, choose } = choice;
  const allOptions = traitOptionsOf(product, selection);
  if (allOptions.length === 0) return null;
  return (
    <div className={styles.picker}>
      {allOptions.map((traitOptions) => (
        <div key={traitOptions.trait} className={styles.trait}>
          <OptionButtons
            traitOptions={traitOptions}
            selection={selection}
            promptCount={traitOptions.trait === traitToChoose ? promptCount : 0}
            onChoose={choose}
          />
          {traitOptions.trait === "size" && hasSizeGuide(product.category) && (
            <SizeGuide product={product} chosenSize={selection.size} />
          )}
        </div>
      ))}
    </div>
  );
}

import { TextField } from "@aws-amplify/ui-react";
import type { KeyboardEvent } from "react";
import { useState } from "react";
import { MAX_VARIANTS, TOO_MANY_VARIANTS } from "../../../../../shared/product-input.ts";
import { sizes as presetSizes } from "../../../../../shared/site/sizes.ts";
import { announce } from "../../../ui/announce.ts";
import { Button } from "../../../ui/button.tsx";
import { countText } from "../count-text.ts";
import { missingVariants, splitList, withMissingVariants } from "./missing-variants.ts";
import { stockProblem } from "./check-draft.ts";
import type { DraftVariant } from "./draft.ts";
import { colorsOf, sizesOf } from "./draft.ts";
import styles from "./variant-maker.module.css";

type VariantMakerProps = {
  variants: readonly DraftVariant[];
  onChange: (variants: DraftVariant[]) => void;
  onClose: () => void;
};

const isPreset = (size: string) => presetSizes.some((preset) => preset === size);

/** Adds all missing variants of the chosen sizes and colors, each with the same stock. */
export function VariantMaker({ variants, onChange, onClose }: VariantMakerProps) {
  const [chosenPresets, setChosenPresets] = useState<readonly string[]>(() =>
    sizesOf({ variants }).filter(isPreset),
  );
  const [otherSizes, setOtherSizes] = useState(() =>
    sizesOf({ variants })
      .filter((size) => !isPreset(size))
      .join(", "),
  );
  const [colors, setColors] = useState(() => colorsOf({ variants }).join(", "));
  const [stock, setStock] = useState("");
  const [problem, setProblem] = useState<string>();

  const allSizes = [...presetSizes.filter((size) => chosenPresets.includes(size)), ...splitList(otherSizes)];
  const allColors = splitList(colors);
  const missingCount = missingVariants(variants, allSizes, allColors).length;
  const isNothingChosen = allSizes.length + allColors.length === 0;
  const nothingToAddText = isNothingChosen ? "Choose sizes or colors" : "No variant is missing";
  const add = () => {
    const allVariants = withMissingVariants(variants, allSizes, allColors, stock.trim());
    const problemOfStock = stockProblem(stock);
    if (problemOfStock) return setProblem(problemOfStock);
    if (allVariants.length > MAX_VARIANTS) return setProblem(TOO_MANY_VARIANTS);
    announce(`${countText(missingCount, "variant")} added`);
    onChange(allVariants);
    onClose();
  };
  /** The props of a text field. A change removes the error message. */
  const fieldProps = (setText: (text: string) => void) => ({
    onChange: ({ target }: { target: { value: string } }) => {
      setProblem(undefined);
      setText(target.value);
    },
  });
  const onKeyDown = (event: KeyboardEvent) => {
    // Without this, Enter in a field would save the product.
    if (event.key !== "Enter" || !(event.target instanceof HTMLInputElement)) return;
    event.preventDefault();
    if (missingCount > 0) add();
  };
  return (
    <fieldset className={styles.maker} onKeyDown={onKeyDown}>
      <legend>Sizes and colors</legend>
      <div role="group" aria-label="Sizes" className={styles.sizes}>
        {presetSizes.map((size) => (
          <label key={size} className={styles.size}>
            <input
              type="checkbox"
              checked={chosenPresets.includes(size)}
              onChange={({ target }) =>
                setChosenPresets(
                  target.checked ? [...chosenPresets, size] : chosenPresets.filter((other) => other !== size),
                )
              }
            />
            {size}
          </label>
        ))}
      </div>
      <TextField
        label="Other sizes"
        placeholder="e.g. XS, 4XL"
        value={otherSizes}
        {...fieldProps(setOtherSizes)}
      />
      <TextField label="Colors" placeholder="e.g. Char, Forest" value={colors} {...fieldProps(setColors)} />
      <TextField
        label="Stock of each new variant"
        inputMode="numeric"
        placeholder="0"
        value={stock}
        hasError={problem !== undefined}
        errorMessage={problem}
        {...fieldProps(setStock)}
      />
      <div className={styles.actions}>
        <Button disabled={missingCount === 0} onClick={add}>
          {missingCount === 0 ? nothingToAddText : `Add ${countText(missingCount, "variant")}`}
        </Button>
        <Button variant="secondary" onClick={onClose}>
          Close
        </Button>
      </div>
    </fieldset>
  );
}

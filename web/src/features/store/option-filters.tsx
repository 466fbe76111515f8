import { Swatch } from "../../catalog/swatch.tsx";
import type { ProductOptions } from "./product-options.ts";
import styles from "./option-filters.module.css";

type OptionFiltersProps = {
  options: ProductOptions;
  chosenOptions: ProductOptions;
  onChange: (getChanges: (current: ProductOptions) => Partial<ProductOptions>) => void;
};

const groups = [
  { group: "sizes", label: "Size" },
  { group: "colors", label: "Color" },
] as const;

/**
 * The sizes and colors that are in stock or chosen, as checkboxes. With choices in both groups, a product is shown if a variant
 * in stock has one of the chosen sizes and one of the chosen colors.
 */
export function OptionFilters({ options, chosenOptions, onChange }: OptionFiltersProps) {
  const toggle = (values: readonly string[], value: string) =>
    values.includes(value) ? values.filter((other) => other !== value) : [...values, value];
  return (
    <div className={styles.groups}>
      {groups
        .filter(({ group }) => options[group].length > 0)
        .map(({ group, label }) => (
          <fieldset key={group}>
            <legend className={styles.legend}>{label}, in stock</legend>
            <div className={styles.options}>
              {options[group].map((value) => (
                <label key={value} className={styles.option}>
                  <input
                    type="checkbox"
                    checked={chosenOptions[group].includes(value)}
                    onChange={() => onChange((current) => ({ [group]: toggle(current[group], value) }))}
                    className={styles.input}
                  />
                  {group === "colors" && <Swatch color={value} />}
                  {value}
                </label>
              ))}
            </div>
          </fieldset>
        ))}
    </div>
  );
}

import { Swatch } from "../../catalog/swatch.tsx";
import type { Traits } from "./traits.ts";
import styles from "./trait-filters.module.css";

type TraitFiltersProps = {
  options: Traits;
  chosen: Traits;
  onChange: (changes: (current: Traits) => Partial<Traits>) => void;
};

const groups = [
  { trait: "sizes", label: "Size" },
  { trait: "colors", label: "Color" },
] as const;

/** Sizes and colors that are in stock, as checkboxes. Several values of a group show more products. */
export function TraitFilters({ options, chosen, onChange }: TraitFiltersProps) {
  const toggle = (values: readonly string[], value: string) =>
    values.includes(value) ? values.filter((other) => other !== value) : [...values, value];
  return (
    <div className={styles.groups}>
      {groups
        .filter(({ trait }) => options[trait].length > 0)
        .map(({ trait, label }) => (
          <fieldset key={trait}>
            <legend className={styles.legend}>{label}, in stock</legend>
            <div className={styles.options}>
              {options[trait].map((value) => (
                <label key={value} className={styles.option}>
                  <input
                    type="checkbox"
                    checked={chosen[trait].includes(value)}
                    onChange={() => onChange((current) => ({ [trait]: toggle(current[trait], value) }))}
                    className={styles.input}
                  />
                  {trait === "colors" && <Swatch color={value} />}
                  {value}
                </label>
              ))}
            </div>
          </fieldset>
        ))}
    </div>
  );
}

import type { Product } from "../../../shared/product.ts";
import { colorsInName } from "../../../shared/site/colors.ts";
import { cx } from "../ui/class-names.ts";
import { VisuallyHidden } from "../ui/visually-hidden.tsx";
import styles from "./swatch.module.css";

/** The values of the color's one or two names; undefined if a value is not known. */
function valuesOf(color: string): [string, string] | undefined {
  const [first, second = first] = colorsInName(color);
  return first && second ? [first, second] : undefined;
}

/**
 * A dot in the color, in two halves for 'Cream / Oak'; hatched if the color's value is not known. The caller must
 * show the color's name beside it, or in hidden text.
 */
export function Swatch({ color }: { color: string }) {
  const values = valuesOf(color);
  return (
    <span
      aria-hidden="true"
      className={cx(styles.swatch, !values && styles.unknown)}
      style={values && { background: `linear-gradient(135deg, ${values[0]} 50%, ${values[1]} 50%)` }}
    />
  );
}

/** The colors of a product with several colors, as dots; a color without a known value also as a word. */
export function ProductColors({ product: { variants = [] } }: { product: Pick<Product, "variants"> }) {
  const colors = [...new Set(variants.flatMap(({ color }) => color || []))];
  if (colors.length < 2) return null;
  return (
    <span className={styles.colors}>
      <VisuallyHidden>in {colors.join(", ")}</VisuallyHidden>
      {colors.map((color) => (
        <span key={color} aria-hidden="true" className={styles.color}>
          <Swatch color={color} />
          {!valuesOf(color) && color}
        </span>
      ))}
    </span>
  );
}

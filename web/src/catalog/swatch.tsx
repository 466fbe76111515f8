import type { Product } from "../../../shared/product.ts";
import { colorsInName } from "../../../shared/site/colors.ts";
import { cx } from "../ui/class-names.ts";
import { VisuallyHidden } from "../ui/visually-hidden.tsx";
import styles from "./swatch.module.css";

/** The two CSS colors of 'Cream / Oak', or twice that of 'Oak'; undefined if the CSS color of a name is not known. */
function cssColorsOf(color: string): [string, string] | undefined {
  const [firstColor, secondColor = firstColor] = colorsInName(color);
  return firstColor && secondColor ? [firstColor, secondColor] : undefined;
}

/**
 * A dot in the color, in two halves for 'Cream / Oak'; hatched if its CSS color is not known. The caller must
 * show the color's name beside it, or in hidden text.
 */
export function Swatch({ color }: { color: string }) {
  const cssColors = cssColorsOf(color);
  return (
    <span
      aria-hidden="true"
      className={cx(styles.swatch, !cssColors && styles.unknown)}
      style={cssColors && { background: `linear-gradient(135deg, ${cssColors[0]} 50%, ${cssColors[1]} 50%)` }}
    />
  );
}

/** The colors of a product with several colors, as dots; a color without a known CSS color also as a word. */
export function ProductColors({ product: { variants = [] } }: { product: Pick<Product, "variants"> }) {
  const colors = [...new Set(variants.flatMap(({ color }) => color || []))];
  if (colors.length < 2) return null;
  return (
    <span className={styles.colors}>
      <VisuallyHidden>in {colors.join(", ")}</VisuallyHidden>
      {colors.map((color) => (
        <span key={color} aria-hidden="true" className={styles.color}>
          <Swatch color={color} />
          {!cssColorsOf(color) && color}
        </span>
      ))}
    </span>
  );
}

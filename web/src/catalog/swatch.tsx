import type { Product } from "../../../shared/product.ts";
import { colorsInName } from "../../../shared/site/colors.ts";
import { VisuallyHidden } from "../ui/visually-hidden.tsx";
import styles from "./swatch.module.css";

/** A dot in the color; in two halves for 'Cream / Oak'. Its name must stand beside it, or in hidden text. */
export function Swatch({ color }: { color: string }) {
  const [first = "", second = first] = colorsInName(color);
  return (
    <span
      aria-hidden="true"
      className={styles.swatch}
      style={{ background: `linear-gradient(135deg, ${first} 50%, ${second} 50%)` }}
    />
  );
}

/** The colors of a product with several colors, as dots. */
export function ProductColors({ product: { variants = [] } }: { product: Pick<Product, "variants"> }) {
  const colors = [...new Set(variants.flatMap(({ color }) => color || []))];
  if (colors.length < 2) return null;
  return (
    <span className={styles.colors}>
      <VisuallyHidden>in {colors.join(", ")}</VisuallyHidden>
      {colors.map((color) => (
        <Swatch key={color} color={color} />
      ))}
    </span>
  );
}

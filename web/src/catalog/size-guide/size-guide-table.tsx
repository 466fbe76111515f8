import type { Product } from "../../../../shared/product.ts";
import { VisuallyHidden } from "../../ui/visually-hidden.tsx";
import { measureTexts, sizeGuideOf, sizeGuideRows } from "./size-guide-rows.ts";
import styles from "./size-guide-table.module.css";

type SizeGuideTableProps = { product: Product; chosenSize: string | undefined };

/** The measurements of the product's sizes, in inches and centimeters. The chosen size is marked. */
export function SizeGuideTable({ product, chosenSize }: SizeGuideTableProps) {
  const guide = sizeGuideOf(product);
  if (!guide) return null;
  return (
    <>
      <table className={styles.table}>
        <caption className={styles.caption}>Measurements of the garment</caption>
        <thead>
          <tr>
            <th scope="col">Size</th>
            {guide.measures.map(({ name }) => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {sizeGuideRows(guide, product).map(({ size, inches }) => (
            <tr key={size} className={size === chosenSize ? styles.chosen : undefined}>
              <th scope="row">
                {size}
                {size === chosenSize && <VisuallyHidden>, your choice</VisuallyHidden>}
              </th>
              {inches.map(measureTexts).map((length, i) => (
                <td key={i}>
                  {length.inches} <span className={styles.centimeters}>{length.centimeters}</span>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      <dl className={styles.how}>
        {guide.measures.map(({ name, howToMeasure }) => (
          <div key={name}>
            <dt>{name}:</dt> <dd>{howToMeasure}</dd>
          </div>
        ))}
      </dl>
      {guide.fit && <p className={styles.fit}>{guide.fit}</p>}
    </>
  );
}

import type { Product } from "../../../../../shared/product.ts";
import { ProductCard } from "../../../catalog/product-card.tsx";
import type { Draft } from "./draft.ts";
import { parsePrice, parseStock } from "./draft.ts";
import styles from "./product-form.module.css";

const EPOCH = new Date(0).toISOString();
const nothing = () => undefined;

/** The product that the draft describes, with placeholders for what is missing. */
function asProduct(draft: Draft): Product {
  const variants = draft.variants.map(({ key, size, color, stock }) => ({
    id: key,
    size,
    color,
    stock: parseStock(stock) ?? 0,
  }));
  const counted = variants.reduce((sum, { stock }) => sum + stock, 0);
  return {
    id: "preview",
    name: draft.name || "Name",
    description: draft.description || "Description",
    price: parsePrice(draft.price) ?? 0,
    imageUrls: draft.imageUrls,
    imageUrl: draft.imageUrls[0] ?? "",
    category: draft.category,
    featured: draft.featured,
    details: [],
    stock: variants.length > 0 ? counted : (parseStock(draft.stock) ?? 0),
    ...(variants.length > 0 ? { variants } : {}),
    version: 0,
    createdAt: EPOCH,
    updatedAt: EPOCH,
  };
}

/** The store's card for the draft. It cannot be clicked. */
export function StorePreview({ draft }: { draft: Draft }) {
  return (
    <aside className={styles.preview} aria-label="Preview">
      <p className={styles.previewLabel}>In the store</p>
      <div inert data-surface="dark" className={styles.previewStage}>
        <ProductCard product={asProduct(draft)} onOpen={nothing} onAdd={nothing} sizes="300px" />
      </div>
    </aside>
  );
}

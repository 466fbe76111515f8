import * as z from "zod/mini";
import { EventFacts } from "../../../../../shared/event-facts.ts";
import type { Product } from "../../../../../shared/product.ts";
import { TICKET } from "../../../../../shared/product.ts";
import { ProductCard } from "../../../catalog/product-card.tsx";
import type { ProductDraft } from "./draft.ts";
import { parsePrice, parseWholeNumber } from "./draft.ts";
import { toEventInput } from "./event-draft.ts";
import styles from "./product-form.module.css";

const EPOCH = new Date(0).toISOString();
const doNothing = () => undefined;

/** The product that the draft describes, with placeholders for missing values. */
function toPreviewProduct(draft: ProductDraft): Product {
  const variants = draft.variants.map(({ key, size, color, stock }) => ({
    id: key,
    size,
    color,
    stock: parseWholeNumber(stock) ?? 0,
  }));
  const event =
    draft.category === TICKET ? z.safeParse(EventFacts, toEventInput(draft.event)).data : undefined;
  const variantStock = variants.reduce((sum, { stock }) => sum + stock, 0);
  return {
    id: "preview",
    state: "active",
    name: draft.name || "Name",
    description: draft.description || "Description",
    price: parsePrice(draft.price) ?? 0,
    imageUrls: draft.imageUrls,
    imageUrl: draft.imageUrls[0] ?? "",
    category: draft.category,
    featured: draft.featured,
    details: [],
    stock: variants.length > 0 ? variantStock : (parseWholeNumber(draft.stock) ?? 0),
    ...(variants.length > 0 ? { variants } : {}),
    ...(event ? { event } : {}),
    version: 0,
    createdAt: EPOCH,
    updatedAt: EPOCH,
  };
}

/** The product's card in the store, with the values of the draft. The card does not react to clicks. */
export function StorePreview({ draft }: { draft: ProductDraft }) {
  return (
    <aside className={styles.preview} aria-label="Preview">
      <p className={styles.previewLabel}>Preview of its card</p>
      <div inert data-surface="dark" className={styles.previewBackground}>
        <ProductCard product={toPreviewProduct(draft)} onOpen={doNothing} onAdd={doNothing} sizes="300px" />
      </div>
    </aside>
  );
}

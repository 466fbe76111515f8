import { useCallback, useState } from "react";
import type { Product } from "../../../../../shared/product.ts";
import { Button } from "../../../ui/button.tsx";
import { EmptyState } from "../../../ui/empty-state.tsx";
import { Heading } from "../heading.tsx";
import { useTyped } from "../use-typed.ts";
import { AdminProductCard } from "./admin-product-card.tsx";
import { DeleteDialog } from "./delete-dialog.tsx";
import { ALL, countLabel, findProducts } from "./find-products.ts";
import styles from "./products-tab.module.css";
import { ProductsToolbar } from "./products-toolbar.tsx";
import type { ProductsTabState } from "./use-products-state.ts";

type ProductListProps = {
  products: readonly Product[];
  state: ProductsTabState;
  onChange: (change: Partial<ProductsTabState>) => void;
  /** The form was here before. */
  afterForm: boolean;
};

/** The grid of products. */
export function ProductList({ products, state, onChange, afterForm }: ProductListProps) {
  const [deleting, setDeleting] = useState<Product>();
  const { typed: search, type, take } = useTyped(state.search, (text) => onChange({ search: text }));
  const query = { ...state, search };
  /** What was typed goes along with whatever is chosen next. */
  const set = (change: Partial<ProductsTabState>) => {
    const next = { search, ...change };
    take(next.search);
    onChange(next);
  };
  const found = findProducts(products, query);
  const closeDelete = useCallback(() => setDeleting(undefined), []);
  return (
    <>
      <Heading takesFocus={afterForm}>Products</Heading>
      <ProductsToolbar
        products={products}
        query={query}
        onType={type}
        onChange={set}
        onAdd={() => set({ form: { kind: "new" } })}
      />
      <p role="status" className={styles.count}>
        {countLabel(found.length, products.length)}
      </p>
      {found.length === 0 ? (
        <div className="card">
          <EmptyState
            icon="tag"
            title="No products found. Try adjusting your filters or add some products."
            actions={
              <Button variant="secondary" onClick={() => set({ search: "", category: ALL })}>
                Reset filters
              </Button>
            }
          />
        </div>
      ) : (
        <ul className={styles.grid}>
          {found.map((product) => (
            <AdminProductCard
              key={product.id}
              product={product}
              onEdit={({ id }) => set({ form: { kind: "edit", id } })}
              onCopy={({ id }) => set({ form: { kind: "copy", id } })}
              onDelete={setDeleting}
            />
          ))}
        </ul>
      )}
      <DeleteDialog product={deleting} onClose={closeDelete} />
    </>
  );
}

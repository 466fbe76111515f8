import { useCallback, useState } from "react";
import type { BrokenProduct } from "../../../../../shared/admin-products.ts";
import type { Product } from "../../../../../shared/product.ts";
import { Button } from "../../../ui/button.tsx";
import { EmptyState } from "../../../ui/empty-state.tsx";
import { Heading } from "../heading.tsx";
import { useTyped } from "../use-typed.ts";
import { AdminProductCard } from "./admin-product-card.tsx";
import { BrokenProductCard } from "./broken-product-card.tsx";
import { nameOf } from "./broken-product.ts";
import type { Deleting } from "./delete-dialog.tsx";
import { DeleteDialog } from "./delete-dialog.tsx";
import { ALL, countLabel, findProducts } from "./find-products.ts";
import styles from "./products-tab.module.css";
import { ProductsToolbar } from "./products-toolbar.tsx";
import type { ProductsTabState } from "./use-products-state.ts";

type ProductListProps = {
  products: readonly Product[];
  broken: readonly BrokenProduct[];
  unoffered: ReadonlyMap<string, number>;
  state: ProductsTabState;
  onChange: (change: Partial<ProductsTabState>) => void;
  /** The form was here before. */
  afterForm: boolean;
};

/** The grid of products. */
export function ProductList(props: ProductListProps) {
  const { products, broken, unoffered, state, onChange, afterForm } = props;
  const [deleting, setDeleting] = useState<Deleting>();
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
        {broken.length > 0 && `, ${broken.length} that cannot be shown`}
      </p>
      {found.length + broken.length === 0 ? (
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
          {broken.map((of) => (
            <BrokenProductCard
              key={of.product.id}
              broken={of}
              onEdit={() => set({ form: { kind: "edit", id: of.product.id } })}
              onDelete={() => setDeleting({ id: of.product.id, name: nameOf(of) })}
            />
          ))}
          {found.map((product) => (
            <AdminProductCard
              key={product.id}
              product={product}
              unoffered={unoffered.get(product.id) ?? 0}
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

import { useCallback, useState } from "react";
import type { BrokenProduct } from "../../../../../shared/admin-products.ts";
import type { Product } from "../../../../../shared/product.ts";
import { Button } from "../../../ui/button.tsx";
import { EmptyState } from "../../../ui/empty-state.tsx";
import { useUrlSearch } from "../../../ui/use-url-search.ts";
import { Heading } from "../heading.tsx";
import { AdminProductCard } from "./admin-product-card.tsx";
import { BrokenProductCard } from "./broken-product-card.tsx";
import { nameOf } from "./broken-product.ts";
import type { ProductToDelete } from "./delete-dialog.tsx";
import { DeleteDialog } from "./delete-dialog.tsx";
import { ALL, countLabel, findProducts } from "./find-products.ts";
import styles from "./products-tab.module.css";
import { ProductsToolbar } from "./products-toolbar.tsx";
import type { ProductsTabState } from "./products-url.ts";

type ProductListProps = {
  products: readonly Product[];
  broken: readonly BrokenProduct[];
  unoffered: ReadonlyMap<string, number>;
  state: ProductsTabState;
  onChange: (change: Partial<ProductsTabState>) => void;
  /** The form was shown before, so the heading takes the focus. */
  afterForm: boolean;
};

/** The products as a grid of cards. */
export function ProductList(props: ProductListProps) {
  const { products, broken, unoffered, state, onChange, afterForm } = props;
  const [toDelete, setToDelete] = useState<ProductToDelete>();
  const { text, setText, sync } = useUrlSearch(state.search, (search) => onChange({ search }));
  const query = { ...state, search: text };
  // Every change also writes the text that was typed and is not in the URL yet.
  const set = (change: Partial<ProductsTabState>) => {
    const next = { search: text, ...change };
    sync(next.search);
    onChange({ ...next, search: next.search.trim() });
  };
  const found = findProducts(products, query);
  const closeDelete = useCallback(() => setToDelete(undefined), []);
  return (
    <>
      <Heading takesFocus={afterForm}>Products</Heading>
      <ProductsToolbar
        products={products}
        query={query}
        onSearch={setText}
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
          {broken.map((entry) => (
            <BrokenProductCard
              key={entry.product.id}
              broken={entry}
              onEdit={() => set({ form: { kind: "edit", id: entry.product.id } })}
              onDelete={() => setToDelete({ id: entry.product.id, name: nameOf(entry) })}
            />
          ))}
          {found.map((product) => (
            <AdminProductCard
              key={product.id}
              product={product}
              unoffered={unoffered.get(product.id) ?? 0}
              onEdit={({ id }) => set({ form: { kind: "edit", id } })}
              onCopy={({ id }) => set({ form: { kind: "copy", id } })}
              onDelete={setToDelete}
            />
          ))}
        </ul>
      )}
      <DeleteDialog product={toDelete} onClose={closeDelete} />
    </>
  );
}

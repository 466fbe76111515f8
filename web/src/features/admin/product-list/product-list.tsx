import { useState } from "react";
import { flushSync } from "react-dom";
import type { BrokenProduct } from "../../../../../shared/admin-products.ts";
import type { Product } from "../../../../../shared/product.ts";
import { Button } from "../../../ui/button.tsx";
import { cx } from "../../../ui/class-names.ts";
import { EmptyState } from "../../../ui/empty-state.tsx";
import { useUrlSearch } from "../../../ui/use-url-search.ts";
import cardList from "../card-list.module.css";
import { Heading } from "../heading.tsx";
import { rowIdAfterRemoval, useRowFocus } from "../use-focus-after-removal.ts";
import type { ProductActions } from "./admin-product-card.tsx";
import { BrokenProductCard } from "./broken-product-card.tsx";
import { brokenProductName } from "./broken-product.ts";
import type { ProductToDelete } from "./delete-dialog.tsx";
import { DeleteDialog } from "./delete-dialog.tsx";
import type { ProductQuery } from "./find-products.ts";
import { ALL_CATEGORIES, ALL_STATES, countLabel, findProducts } from "./find-products.ts";
import { ProductCards } from "./product-cards.tsx";
import { ProductTable } from "./product-table.tsx";
import { useProductView } from "./product-view.ts";
import styles from "./products-tab.module.css";
import { ProductsToolbar } from "./products-toolbar.tsx";
import type { OpenForm, ProductsTabState } from "./products-url.ts";
import { useProductStateChange } from "./use-product-state-change.ts";
import type { WaitingCounts } from "./waiting-counts.ts";
import { ViewSwitch } from "./view-switch.tsx";

const HEADING_ID = "products-heading";

type ProductListProps = {
  products: readonly Product[];
  brokenProducts: readonly BrokenProduct[];
  unofferedPiecesByProduct: ReadonlyMap<string, number>;
  waitingCountsByProduct: Readonly<Record<string, WaitingCounts>>;
  state: ProductsTabState;
  onChange: (change: Partial<ProductQuery>) => void;
  onOpenForm: (form: OpenForm, search: string) => void;
  /** Whether the product form was shown before the list. The heading then takes the focus. */
  isAfterForm: boolean;
};

/** The products as cards or as a table. */
export function ProductList(props: ProductListProps) {
  const { products, brokenProducts, unofferedPiecesByProduct, waitingCountsByProduct, state } = props;
  const { onChange, onOpenForm, isAfterForm } = props;
  const [productToDelete, setProductToDelete] = useState<ProductToDelete>();
  const { text, setText, showWritten } = useUrlSearch(state.search, (search) => onChange({ search }));
  const query = { ...state, search: text };
  // Each change also writes the search text, which may not be in the URL yet while the user types.
  const changeState = (change: Partial<ProductQuery>) => {
    const newState = { search: text, ...change };
    showWritten(newState.search);
    onChange({ ...newState, search: newState.search.trim() });
  };
  const openForm = (form: OpenForm) => {
    showWritten(text);
    onOpenForm(form, text.trim());
  };
  const matchingProducts = findProducts(products, query);
  const closeDeleteDialog = () => setProductToDelete(undefined);
  const shownIds = [...brokenProducts.map(({ product }) => product), ...matchingProducts].map(({ id }) => id);
  const focusProduct = (id: string | undefined) =>
    document.getElementById(id === undefined ? HEADING_ID : `product-${id}`)?.focus();
  /** Closes the dialog, and focuses the next product's name, because the button of the deleted product is gone. */
  const focusAfterDelete = ({ id }: ProductToDelete) => {
    flushSync(closeDeleteDialog);
    // This function is from the render before the deletion, so its products still contain the deleted one.
    focusProduct(
      rowIdAfterRemoval(
        id,
        shownIds,
        shownIds.filter((shownId) => shownId !== id),
      ),
    );
  };
  // If the list shows only products in one state, a product disappears when its state is changed.
  const focusHandlers = useRowFocus(shownIds, focusProduct);
  const { changeProductState, changingIds } = useProductStateChange();
  const [view, setView] = useProductView();
  const actions: ProductActions = {
    onEdit: ({ id }) => openForm({ kind: "edit", id }),
    onCopy: ({ id }) => openForm({ kind: "copy", id }),
    onDelete: setProductToDelete,
    onStateChange: changeProductState,
  };
  const listProps = {
    products: matchingProducts,
    unofferedPiecesByProduct,
    waitingCountsByProduct,
    changingIds,
    ...actions,
  };
  return (
    <>
      <div className={cardList.head}>
        <Heading id={HEADING_ID} takesFocus={isAfterForm}>
          Products
        </Heading>
        <Button icon="plus" onClick={() => openForm({ kind: "new" })}>
          Add New Product
        </Button>
      </div>
      <ProductsToolbar products={products} query={query} onSearch={setText} onChange={changeState} />
      <div className={styles.head}>
        <p role="status" className={styles.count}>
          {countLabel(matchingProducts.length, products.length)}
          {brokenProducts.length > 0 && `, ${brokenProducts.length} that cannot be shown`}
        </p>
        <ViewSwitch view={view} onChange={setView} />
      </div>
      {matchingProducts.length + brokenProducts.length === 0 ? (
        <div className="card">
          <EmptyState
            icon="tag"
            title="No products found. Try adjusting your filters or add some products."
            actions={
              <Button
                variant="secondary"
                onClick={() => changeState({ search: "", category: ALL_CATEGORIES, state: ALL_STATES })}
              >
                Reset filters
              </Button>
            }
          />
        </div>
      ) : (
        <div {...focusHandlers}>
          {brokenProducts.length > 0 && (
            <ul className={cx(styles.grid, styles.broken)}>
              {brokenProducts.map((brokenProduct) => (
                <BrokenProductCard
                  key={brokenProduct.product.id}
                  brokenProduct={brokenProduct}
                  onEdit={() => openForm({ kind: "edit", id: brokenProduct.product.id })}
                  onDelete={() =>
                    setProductToDelete({
                      id: brokenProduct.product.id,
                      name: brokenProductName(brokenProduct),
                    })
                  }
                />
              ))}
            </ul>
          )}
          {view === "cards" ? (
            <ProductCards {...listProps} />
          ) : (
            <ProductTable {...listProps} sorting={query} onSort={changeState} />
          )}
        </div>
      )}
      <DeleteDialog product={productToDelete} onClose={closeDeleteDialog} onDeleted={focusAfterDelete} />
    </>
  );
}

import { useState } from "react";
import { LoadState } from "../load-state.tsx";
import { ProductForm } from "../product-form/product-form.tsx";
import { usePolledQuery } from "../use-polled-query.ts";
import { ProductList } from "./product-list.tsx";
import { productListQuery, POLL_INTERVAL_MS } from "./product-queries.ts";
import { useProductsState } from "./products-url.ts";

/** The list of products, or the form for a product. */
export function ProductsTab() {
  const { data: list, error, retry } = usePolledQuery(productListQuery, POLL_INTERVAL_MS);
  const { state, changeState, openForm, closeForm } = useProductsState();
  const [hasOpenedForm, setHasOpenedForm] = useState(false);
  if (state.form && !hasOpenedForm) setHasOpenedForm(true);

  const { form } = state;
  const productId = form && form.kind !== "new" ? form.id : undefined;
  const brokenProduct = list?.brokenProducts.find(({ product }) => product.id === productId);
  return (
    <LoadState
      what="products"
      heading={form ? undefined : "Products"}
      hasData={list !== undefined}
      // A warning that appears above a form would move the fields.
      error={list && form ? undefined : error}
      retry={retry}
    >
      {list && !form && (
        <ProductList
          {...list}
          state={state}
          onChange={changeState}
          onOpenForm={openForm}
          isAfterForm={hasOpenedForm}
        />
      )}
      {list && form && (
        <ProductForm
          // Another product gets a new form. If another admin deletes the product, the key and the open form stay.
          key={`${form.kind} ${productId ?? ""}`}
          kind={form.kind}
          product={brokenProduct?.product ?? list.products.find(({ id }) => id === productId)}
          brokenProduct={brokenProduct}
          products={list.products}
          onClose={closeForm}
        />
      )}
    </LoadState>
  );
}

import { useState } from "react";
import { Spinner } from "../../../ui/spinner.tsx";
import { adminMessages, errorText } from "../admin-messages.ts";
import { LoadFailure } from "../load-failure.tsx";
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

  if (!list && !error) return <Spinner large label="Loading products..." />;
  if (!list)
    return (
      <LoadFailure title={adminMessages.productsFailed} onRetry={retry}>
        {errorText(error)}
      </LoadFailure>
    );
  const { form } = state;
  if (!form)
    return (
      <ProductList
        {...list}
        state={state}
        onChange={changeState}
        onOpenForm={openForm}
        isAfterForm={hasOpenedForm}
      />
    );
  const productId = form.kind === "new" ? undefined : form.id;
  const brokenProduct = list.brokenProducts.find(({ product }) => product.id === productId);
  return (
    <ProductForm
      // Each product gets a new form. The key does not change if another admin deletes the product, so the form stays open.
      key={`${form.kind} ${productId ?? ""}`}
      kind={form.kind}
      product={brokenProduct?.product ?? list.products.find(({ id }) => id === productId)}
      brokenProduct={brokenProduct}
      products={list.products}
      onClose={closeForm}
    />
  );
}

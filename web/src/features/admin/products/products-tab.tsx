import { useState } from "react";
import { messages } from "../../../../../shared/messages.ts";
import { Button } from "../../../ui/button.tsx";
import { EmptyState } from "../../../ui/empty-state.tsx";
import { Spinner } from "../../../ui/spinner.tsx";
import { ProductForm } from "../product-form/product-form.tsx";
import { ProductList } from "./product-list.tsx";
import { productsStore } from "./products-store.ts";
import { useProducts } from "./use-products.ts";
import { useProductsState } from "./use-products-state.ts";

/** All products, or the form for one of them. */
export function ProductsTab() {
  const { status, products, broken, unoffered, why } = useProducts();
  const { state, set } = useProductsState();
  const close = () => set({ form: undefined });

  // Opening and leaving the form takes what had the focus away.
  const [visited, setVisited] = useState(false);
  if (state.form && !visited) setVisited(true);

  if (status === "loading") return <Spinner large label="Loading products..." />;
  if (status === "failed")
    return (
      <EmptyState
        icon="alert"
        title={messages.productsFailed}
        actions={
          <Button icon="refresh" onClick={productsStore.retry}>
            Try again
          </Button>
        }
      >
        {why}
      </EmptyState>
    );
  const { form } = state;
  if (!form)
    return (
      <ProductList
        products={products}
        broken={broken}
        unoffered={unoffered}
        state={state}
        onChange={set}
        afterForm={visited}
      />
    );
  const wanted = form.kind === "new" ? undefined : form.id;
  const mending = broken.find((of) => of.product.id === wanted);
  const product = mending?.product ?? products.find(({ id }) => id === wanted);
  // The form itself copes with a product that is deleted while it is open.
  const key = form.kind === "new" ? "new" : `${form.kind} ${form.id}`;
  return (
    <ProductForm
      key={key}
      kind={form.kind}
      product={product}
      broken={mending}
      products={products}
      onClose={close}
    />
  );
}

import { useSearchParams } from "react-router-dom";
import type { ProductQuery } from "./find-products.ts";
import { ALL, PRODUCT_SORTS } from "./find-products.ts";

/** The open form: for a new product, for an existing one, or for a copy of one. */
type OpenForm = { kind: "new" } | { kind: "edit" | "copy"; id: string };
export type ProductsTabState = ProductQuery & { form: OpenForm | undefined };

function readForm(params: URLSearchParams): OpenForm | undefined {
  const kind = params.get("form");
  const id = params.get("id");
  if (kind === "new") return { kind };
  return (kind === "edit" || kind === "copy") && id ? { kind, id } : undefined;
}

function read(params: URLSearchParams): ProductsTabState {
  return {
    search: params.get("q") ?? "",
    category: params.get("category") ?? ALL,
    sort: PRODUCT_SORTS.find((sort) => sort === params.get("sort")) ?? "name",
    form: readForm(params),
  };
}

function write({ search, category, sort, form }: ProductsTabState): Record<string, string> {
  return {
    tab: "products",
    ...(search ? { q: search } : {}),
    ...(category === ALL ? {} : { category }),
    ...(sort === "name" ? {} : { sort }),
    ...(form ? { form: form.kind } : {}),
    ...(form && "id" in form ? { id: form.id } : {}),
  };
}

/** The state of the products tab, kept in the URL. Opening and closing a form adds to the browser's history. */
export function useProductsState() {
  const [params, setParams] = useSearchParams();
  const state = read(params);
  const set = (change: Partial<ProductsTabState>) =>
    setParams(write({ ...state, ...change }), { replace: !("form" in change) });
  return { state, set };
}

import { paths } from "../../../paths.ts";
import { useLocation, useSearchParams } from "../../../router/hooks.ts";
import { ProductState } from "../../../../../shared/product.ts";
import { useDialogHistory } from "../../../ui/use-dialog-history.ts";
import type { ProductQuery } from "./find-products.ts";
import { ALL_CATEGORIES, ALL_STATES, PRODUCT_SORTS } from "./find-products.ts";

/** The open form: for a new product, for an existing product, or for a copy of a product. */
export type OpenForm = { kind: "new" } | { kind: "edit" | "copy"; id: string };
export type ProductsTabState = ProductQuery & { form: OpenForm | undefined };

function readForm(params: URLSearchParams): OpenForm | undefined {
  const kind = params.get("form");
  const id = params.get("id");
  if (kind === "new") return { kind };
  return (kind === "edit" || kind === "copy") && id ? { kind, id } : undefined;
}

function readState(params: URLSearchParams): ProductsTabState {
  return {
    search: params.get("q") ?? "",
    category: params.get("category") ?? ALL_CATEGORIES,
    state: ProductState.options.find((state) => state === params.get("state")) ?? ALL_STATES,
    sort: PRODUCT_SORTS.find((sort) => sort === params.get("sort")) ?? "name",
    direction: params.get("dir") === "desc" ? "descending" : "ascending",
    form: readForm(params),
  };
}

function stateQuery({
  search,
  category,
  state,
  sort,
  direction,
  form,
}: ProductsTabState): Record<string, string> {
  return {
    tab: "products",
    ...(search ? { q: search } : {}),
    ...(category === ALL_CATEGORIES ? {} : { category }),
    ...(state === ALL_STATES ? {} : { state }),
    ...(sort === "name" ? {} : { sort }),
    ...(direction === "ascending" ? {} : { dir: "desc" }),
    ...(form ? { form: form.kind } : {}),
    ...(form && "id" in form ? { id: form.id } : {}),
  };
}

/** The URL of the form for an existing product. */
export const productFormUrl = (productId: string): string =>
  `${paths.adminDashboard}?tab=products&form=edit&id=${productId}`;

/** The state of the products tab in the URL. Only `openForm` adds an entry to the browser's history. */
export function useProductsState() {
  const [params, setParams] = useSearchParams();
  const { state: entryState } = useLocation();
  const dialog = useDialogHistory("form");
  const state = readState(params);
  const changeState = (change: Partial<ProductQuery>) =>
    setParams((current) => stateQuery({ ...readState(current), ...change }), {
      replace: true,
      state: entryState,
    });
  const urlOf = (change: Partial<ProductsTabState>) => ({
    search: `?${new URLSearchParams(stateQuery({ ...state, ...change })).toString()}`,
  });
  return {
    state,
    changeState,
    /** `search` is the typed text, which may not be in the URL yet. */
    openForm: (form: OpenForm, search: string) => {
      // Makes scroll-position.ts record the position of the list, even if the list was never scrolled. Otherwise, the list would
      // have the form's scroll position after Back.
      window.dispatchEvent(new Event("scroll"));
      void dialog.open(urlOf({ form, search }));
    },
    closeForm: () => dialog.close(urlOf({ form: undefined })),
  };
}

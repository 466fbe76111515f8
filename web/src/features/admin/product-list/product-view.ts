import { useState } from "react";
import * as z from "zod/mini";
import { adminStorage } from "../../../../../shared/admin-storage.ts";
import { storedValue } from "../../../stored-value.ts";

const ProductView = z.enum(["cards", "table"]);
export type ProductView = z.infer<typeof ProductView>;

const storedView = storedValue(adminStorage.productView, ProductView, () => window.localStorage);

/** The view of the list of products, and a function that changes it. The choice is kept in this browser. */
export function useProductView(): [ProductView, (view: ProductView) => void] {
  const [view, setView] = useState(() => storedView.read() ?? "cards");
  const chooseView = (newView: ProductView) => {
    storedView.write(newView);
    setView(newView);
  };
  return [view, chooseView];
}

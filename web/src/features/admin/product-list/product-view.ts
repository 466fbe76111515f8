import { useState } from "react";
import * as z from "zod/mini";
import { adminStorage } from "../../../../../shared/admin-storage.ts";
import { storedValue } from "../../../stored-value.ts";

const ProductView = z.enum(["cards", "table"]);
export type ProductView = z.infer<typeof ProductView>;

const stored = storedValue(adminStorage.productView, ProductView, () => window.localStorage);

/** How the list shows products; remembered in this browser. */
export function useProductView(): [ProductView, (view: ProductView) => void] {
  const [view, setView] = useState(() => stored.read() ?? "cards");
  const choose = (next: ProductView) => {
    stored.write(next);
    setView(next);
  };
  return [view, choose];
}

import { useCallback, useEffect } from "react";
import { useLocation, useNavigate } from "react-router-dom";
import * as z from "zod/mini";
import { messages } from "../../../../shared/messages.ts";
import type { Product } from "../../../../shared/product.ts";
import { useProduct } from "../../catalogue/use-product.ts";
import { paths } from "../../paths.ts";
import { notify } from "../../ui/notify.ts";

/** What a link to the home page may carry: the product to open, and whether this page itself put it there. */
const State = z.object({ productId: z.string(), opened: z.optional(z.boolean()) });

/** The product that the navigation's state names, as it is now; opening one is a step that 'back' undoes. */
export function useOpenedProduct(featured: readonly Product[] | undefined) {
  const location = useLocation();
  const navigate = useNavigate();
  const state = z.safeParse(State, location.state).data;
  const known = featured?.find(({ id }) => id === state?.productId);
  const product = useProduct(state?.productId, known);

  const open = useCallback(
    (chosen: Product) =>
      void navigate(paths.home, { state: { productId: chosen.id, opened: true }, preventScrollReset: true }),
    [navigate],
  );
  const close = () => {
    if (state?.opened) void navigate(-1);
    else void navigate(paths.home, { replace: true, preventScrollReset: true });
  };
  useEffect(() => {
    if (product !== "gone") return;
    notify.error(messages.productGone);
    void navigate(paths.home, { replace: true, preventScrollReset: true });
  }, [product, navigate]);
  return { product: product === "gone" ? undefined : product, open, close };
}

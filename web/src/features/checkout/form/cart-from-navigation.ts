import { useEffect } from "react";
import { useLocation, useNavigate } from "../../../router/hooks.ts";

import * as z from "zod/mini";
import { parseCart } from "../../../../../shared/cart.ts";
import { messages } from "../../../../../shared/messages.ts";
import { useCart } from "../../../cart/cart-context.tsx";
import { paths } from "../../../paths.ts";
import { notify } from "../../../ui/notify.ts";

const NavigationState = z.object({ cart: z.array(z.unknown()) });

/**
 * If the navigation's state has cart lines, replaces the stored cart with them. Then removes the state, so
 * that the stored cart is shown after a reload and after the return from the payment page.
 */
export function useReplaceCartFromNavigation(): void {
  const location = useLocation();
  const state: unknown = location.state;
  const { replace } = useCart();
  const navigate = useNavigate();
  useEffect(() => {
    const parsed = z.safeParse(NavigationState, state);
    if (!parsed.success) return;
    const { lines, isReduced } = parseCart(parsed.data.cart);
    if (isReduced) notify.info(messages.limitPerProduct, { id: "cart-reduced" });
    if (lines.length > 0) replace(lines);
    void navigate(paths.checkout, { replace: true, state: null });
  }, [state, replace, navigate]);
}

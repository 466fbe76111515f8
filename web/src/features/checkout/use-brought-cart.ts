import { useEffect } from "react";
import { useLocation, useNavigate } from "react-router-dom";
import * as z from "zod/mini";
import { readCart } from "../../../../shared/cart.ts";
import { messages } from "../../../../shared/messages.ts";
import { useCart } from "../../cart/cart-context.tsx";
import { paths } from "../../paths.ts";
import { notify } from "../../ui/notify.ts";

const Brought = z.object({ cart: z.array(z.unknown()) });

/**
 * Takes the cart that navigation brought along: only its whole entries, and only once, so that a reload or the way
 * back from the payment page shows the cart as it is by then. Without one, the stored cart stands.
 */
export function useBroughtCart(): void {
  const location = useLocation();
  const state: unknown = location.state;
  const { replace } = useCart();
  const navigate = useNavigate();
  useEffect(() => {
    const brought = z.safeParse(Brought, state);
    if (!brought.success) return;
    const { lines, reduced } = readCart(brought.data.cart);
    if (reduced) notify.info(messages.atMostOfOne, { id: "cart-reduced" });
    if (lines.length > 0) replace(lines);
    void navigate(paths.checkout, { replace: true, state: null });
  }, [state, replace, navigate]);
}

import { useCallback, useEffect, useState } from "react";
import * as z from "zod/mini";
import { ordersApi } from "../../../../shared/api-orders.ts";
import { browserStorage } from "../../../../shared/browser-storage.ts";
import type { OrderLink } from "../../../../shared/order-link.ts";
import { orderPageMessages } from "../../../../shared/order-page-messages.ts";
import type { OrderPage } from "../../../../shared/order-page.ts";
import { ApiError } from "../../api-error.ts";
import { call } from "../../api.ts";
import { storedValue } from "../../stored-value.ts";

const Grant = z.object({ orderId: z.string(), grant: z.string() });
const storedGrant = storedValue(browserStorage.orderGrant, Grant, () => window.sessionStorage);

/** What every request of the page sends. */
export const accessOf = ({ orderId, token }: OrderLink) => {
  const stored = storedGrant.read();
  return { orderId, token, ...(stored?.orderId === orderId ? { grant: stored.grant } : {}) };
};

/** Exchanges a code for a grant, and keeps the grant for this tab. Throws an `ApiError`. */
export async function confirmCode({ orderId, token }: OrderLink, code: string): Promise<void> {
  const { grant } = await call(ordersApi.confirmOrderCode, { body: { orderId, token, code } });
  storedGrant.write({ orderId, grant });
}

export type OrderState =
  | { status: "loading" }
  /** The link is not valid. */
  | { status: "refused" }
  | { status: "failed"; message: string }
  /** `note`: what the code in the link has led to. */
  | { status: "shown"; page: OrderPage; note?: string };

/** Confirms the code in the link, if there is one, and reads the order. */
async function open(link: OrderLink, signal: AbortSignal): Promise<OrderState> {
  let note: string | undefined;
  if (link.code !== undefined)
    await confirmCode(link, link.code).catch((error: unknown) => {
      if (!(error instanceof ApiError) || error.status !== 404) throw error;
      note = orderPageMessages.refused;
    });
  const page = await call(ordersApi.readOrderPage, { body: accessOf(link), signal });
  return { status: "shown", page, ...(note !== undefined && !page.isConfirmed ? { note } : {}) };
}

const FAILED = "Your order could not be loaded. Please try again.";

function stateAfter(error: unknown): OrderState {
  if (error instanceof ApiError && error.status === 404) return { status: "refused" };
  const isOurs = error instanceof ApiError && error.messageFrom === "server";
  return { status: "failed", message: isOurs ? error.message : FAILED };
}

/** The order of a link. `show` replaces what is shown, with the server's answer to a change. */
export function useOrder(link: OrderLink) {
  const [state, setState] = useState<OrderState>({ status: "loading" });
  const [tries, setTries] = useState(0);
  useEffect(() => {
    const aborter = new AbortController();
    open(link, aborter.signal).then(
      (opened) => aborter.signal.aborted || setState(opened),
      (error: unknown) => {
        if (aborter.signal.aborted) return;
        console.warn("The order could not be read", error);
        setState(stateAfter(error));
      },
    );
    return () => aborter.abort();
  }, [link, tries]);
  const reload = useCallback(() => {
    setState({ status: "loading" });
    setTries((count) => count + 1);
  }, []);
  const show = useCallback((page: OrderPage) => setState({ status: "shown", page }), []);
  return { state, reload, show };
}

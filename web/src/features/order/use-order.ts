import { useCallback, useEffect, useState } from "react";
import * as z from "zod/mini";
import { ordersApi } from "../../../../shared/api-orders.ts";
import { browserStorage } from "../../../../shared/browser-storage.ts";
import type { OrderLink } from "../../../../shared/order-link.ts";
import type { OrderPage } from "../../../../shared/order-page.ts";
import { ApiError } from "../../api-error.ts";
import { call } from "../../api.ts";
import { storedValue } from "../../stored-value.ts";

/** The server's proof that the visitor has confirmed the order's email address in this tab. */
const Grant = z.object({ orderId: z.string(), grant: z.string() });
const storedGrant = storedValue(browserStorage.orderGrant, Grant, () => window.sessionStorage);

/** The part of the body of each request that reads or changes the order. */
export const accessOf = ({ orderId, token }: OrderLink) => {
  const tabGrant = storedGrant.read();
  return { orderId, token, ...(tabGrant?.orderId === orderId ? { grant: tabGrant.grant } : {}) };
};

/**
 * Exchanges the code from the mail for a grant, and keeps the grant for this tab. Throws `ApiError` if the server refuses the
 * code or does not answer.
 */
export async function confirmCode(
  { orderId, token }: OrderLink,
  code: string,
  signal?: AbortSignal,
): Promise<void> {
  const { grant } = await call(ordersApi.confirmOrderCode, { body: { orderId, token, code }, signal });
  storedGrant.write({ orderId, grant });
}

export type OrderState =
  | { status: "loading" }
  /** The link is not valid. */
  | { status: "refused" }
  | { status: "failed"; message: string }
  /** `note`: why the code in the link was not accepted. */
  | { status: "shown"; page: OrderPage; note?: string };

const FAILED_TEXT = "Your order could not be loaded. Please try again.";

/**
 * Reads the order. Sends the code in the link only if it is needed, because the server counts each try. Throws `ApiError` if
 * the order cannot be read, or if the request with the code gets no answer.
 */
export async function openOrder(link: OrderLink, signal: AbortSignal): Promise<OrderState> {
  const readPage = () => call(ordersApi.readOrderPage, { body: accessOf(link), signal });
  const page = await readPage();
  if (page.isConfirmed || link.code === undefined) return { status: "shown", page };
  try {
    await confirmCode(link, link.code, signal);
  } catch (error) {
    // Without an answer, the visitor can try again with the same code.
    if (!(error instanceof ApiError) || error.messageFrom === "none") throw error;
    return { status: "shown", page, note: error.message };
  }
  return { status: "shown", page: await readPage() };
}

function stateOfError(error: unknown): OrderState {
  if (error instanceof ApiError && error.status === 404) return { status: "refused" };
  const isFromServer = error instanceof ApiError && error.messageFrom === "server";
  return { status: "failed", message: isFromServer ? error.message : FAILED_TEXT };
}

/**
 * The order of a link. `reload` reads the order after it could not be read. `readAgain` reads a shown order, which stays on the
 * page meanwhile, and throws `ApiError` if it cannot be read. `show` replaces the shown order with the server's answer to a change.
 */
export function useOrder(link: OrderLink) {
  const [state, setState] = useState<OrderState>({ status: "loading" });
  const [retryCount, setRetryCount] = useState(0);
  useEffect(() => {
    const controller = new AbortController();
    openOrder(link, controller.signal).then(
      (openedState) => controller.signal.aborted || setState(openedState),
      (error: unknown) => {
        if (controller.signal.aborted) return;
        console.warn("The order could not be read", error);
        setState(stateOfError(error));
      },
    );
    return () => controller.abort();
  }, [link, retryCount]);
  const reload = useCallback(() => {
    setState({ status: "loading" });
    setRetryCount((count) => count + 1);
  }, []);
  const show = useCallback((page: OrderPage) => setState({ status: "shown", page }), []);
  const readAgain = useCallback(async (): Promise<void> => {
    const page = await call(ordersApi.readOrderPage, { body: accessOf(link) });
    setState({ status: "shown", page });
  }, [link]);
  return { state, reload, readAgain, show };
}

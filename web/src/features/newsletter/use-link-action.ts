import { useState } from "react";
import type { consentApi } from "../../../../shared/api-consent.ts";
import { isLinkToken } from "../../../../shared/link-token.ts";
import { ORDER_ID } from "../../../../shared/order-id.ts";
import { ApiError } from "../../api-error.ts";
import { call } from "../../api.ts";
import { useLocation } from "../../router/hooks.ts";

type Action = (typeof consentApi)["withdrawConsent" | "undoWithdrawal" | "confirmConsent"];

/**
 * 'incomplete': the link lacks a part, so nothing can be sent. 'open': nothing was sent yet. 'refused': the server says why in
 * `reason`. 'invalid': the server does not know the link.
 */
export type LinkState =
  | { step: "incomplete" | "open" | "failed" | "invalid" }
  | { step: "sending" | "done"; action: Action }
  | { step: "refused"; reason: string };

/** Calls an endpoint with the order and the token in the page's URL. */
export function useLinkAction() {
  const { search } = useLocation();
  const [state, setState] = useState<LinkState>({ step: "open" });
  const query = new URLSearchParams(search);
  const params = { orderId: query.get("order") ?? "", token: query.get("token") ?? "" };
  const start = (action: Action) => {
    if (state.step === "sending") return;
    setState({ step: "sending", action });
    call(action, { params }).then(
      () => setState({ step: "done", action }),
      (error: unknown) => {
        if (error instanceof ApiError && error.status === 404) setState({ step: "invalid" });
        else if (error instanceof ApiError && error.status === 409)
          setState({ step: "refused", reason: error.message });
        else {
          console.error("The consent could not be changed", error);
          setState({ step: "failed" });
        }
      },
    );
  };
  const isComplete = ORDER_ID.test(params.orderId) && isLinkToken(params.token);
  return { state: isComplete ? state : ({ step: "incomplete" } as const), start };
}

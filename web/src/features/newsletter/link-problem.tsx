import { links } from "../../../../shared/site/links.ts";
import { Notice } from "../../ui/notice.tsx";
import type { LinkState } from "./use-link-action.ts";

/** Why the link in a mail had no effect; nothing while there is no problem. */
export function LinkProblem({ state }: { state: LinkState }) {
  if (state.step === "invalid")
    return (
      <Notice tone="danger" role="alert">
        This link is not valid. Open it from one of our emails again, or write to {links.email.handle}.
      </Notice>
    );
  if (state.step === "failed")
    return (
      <Notice tone="danger" role="alert">
        That did not work. Please try again, or write to {links.email.handle}.
      </Notice>
    );
  return state.step === "refused" ? (
    <Notice tone="warn" role="alert">
      {state.reason}
    </Notice>
  ) : null;
}

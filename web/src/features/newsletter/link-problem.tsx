import { paths } from "../../paths.ts";
import { ButtonLink } from "../../ui/button.tsx";
import { focusOnMount, Notice } from "../../ui/notice.tsx";
import { TeamEmail } from "../../ui/team-email.tsx";
import type { LinkState } from "./use-link-action.ts";

const HOME_LINK = (
  <ButtonLink to={paths.home} variant="secondary">
    Go to Home
  </ButtonLink>
);
/** Whether another press of the button cannot help. */
export const isLinkUseless = ({ step }: LinkState): boolean => step === "incomplete" || step === "invalid";

/** Why the link in a mail has no effect, and what to do instead; nothing while there is no problem. */
export function LinkProblem({ state }: { state: LinkState }) {
  switch (state.step) {
    case "incomplete":
      return (
        <Notice tone="danger" title="This link is not complete" actions={HOME_LINK}>
          <p>
            Open the whole link from one of our emails, or write to <TeamEmail />.
          </p>
        </Notice>
      );
    case "invalid":
      return (
        <Notice tone="danger" ref={focusOnMount} title="This link is not valid" actions={HOME_LINK}>
          <p>
            Open it from one of our emails again, or write to <TeamEmail />.
          </p>
        </Notice>
      );
    case "failed":
      return (
        <Notice tone="danger" role="alert">
          <p>
            That did not work. Please try again, or write to <TeamEmail />.
          </p>
        </Notice>
      );
    case "refused":
      return (
        <Notice tone="warn" role="alert">
          {state.reason}
        </Notice>
      );
    default:
      return null;
  }
}

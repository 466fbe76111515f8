import { checkoutMessages } from "../../../../../shared/checkout-messages.ts";
import { Link } from "../../../router/link.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { successUrl } from "../order-url.ts";
import type { SubmitProblem } from "./use-submit.ts";

/** Shows why the last submit did not open the payment page, unless `FormProblems` shows it. */
export function ProblemNotice({ problem }: { problem: SubmitProblem }) {
  if (problem.kind === "changed" || problem.kind === "ordered") return null;
  if (problem.kind === "failed") {
    return (
      <Notice role="alert" tone="danger" title={problem.message}>
        {problem.detail && <p>{problem.detail}</p>}
      </Notice>
    );
  }
  const { sessionId } = problem;
  return (
    <Notice role="alert" tone="warn" title={checkoutMessages.alreadyPaid}>
      <p>
        {sessionId && (
          <>
            <Link to={successUrl(sessionId)}>See its receipt</Link>.{" "}
          </>
        )}
        To place another order, press Complete Purchase once more.
      </p>
    </Notice>
  );
}

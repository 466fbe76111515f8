import type { Ref } from "react";
import type { CartLine } from "../../../../../shared/cart.ts";
import { cartFigures } from "../../../../../shared/cart-figures.ts";
import { AlreadyOrdered } from "./already-ordered.tsx";
import { acceptChanges, changesOf } from "./cart-changes.ts";
import { ChangedCart } from "./changed-cart.tsx";
import { ErrorSummary } from "./error-summary.tsx";
import { fieldOrder } from "./fields.ts";
import type { FormErrors } from "./use-checkout-form.ts";
import type { SubmitProblem } from "./use-submit.ts";

type FormProblemsProps = {
  lines: readonly CartLine[];
  isShipped: boolean;
  errors: FormErrors;
  problem: SubmitProblem | undefined;
  isAccepting: boolean;
  onAccept: () => Promise<void>;
  onTakeOut: () => void;
  onOrderAgain: () => void;
  /** What the discount code takes off, in dollars. */
  discount: number | undefined;
  ref: Ref<HTMLDivElement>;
};

/** The decisions and errors after a submit, above the form. The caller focuses `ref`. */
export function FormProblems({
  lines,
  isShipped,
  errors,
  problem,
  isAccepting,
  discount,
  ref,
  ...handlers
}: FormProblemsProps) {
  return (
    <>
      {fieldOrder.some((field) => errors[field]) && <ErrorSummary ref={ref} errors={errors} />}
      {problem?.kind === "changed" && (
        <ChangedCart
          ref={ref}
          changes={changesOf(lines, problem.lines)}
          total={{
            was: cartFigures(lines, isShipped, discount).tot,
            now: cartFigures(acceptChanges(lines, problem.lines, []), isShipped, discount).tot,
          }}
          isAccepting={isAccepting}
          onAccept={() => void handlers.onAccept()}
        />
      )}
      {problem?.kind === "ordered" && (
        <AlreadyOrdered
          ref={ref}
          orders={problem.orders}
          onTakeOut={handlers.onTakeOut}
          onOrderAgain={handlers.onOrderAgain}
        />
      )}
    </>
  );
}

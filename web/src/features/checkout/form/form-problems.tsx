import type { Ref } from "react";
import type { CartLine } from "../../../../../shared/cart.ts";
import type { OrderTerms } from "../../../../../shared/order-terms.ts";
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
  /** The terms from which the amounts on the page are calculated. */
  terms: OrderTerms;
  isShipped: boolean;
  errors: FormErrors;
  problem: SubmitProblem | undefined;
  isAccepting: boolean;
  onAccept: () => Promise<void>;
  onTakeOut: () => void;
  onOrderAgain: () => void;
  ref: Ref<HTMLDivElement>;
};

/** Above the form after a submit: its errors, or a choice that the visitor has to make. The caller focuses `ref`. */
export function FormProblems({
  lines,
  terms,
  isShipped,
  errors,
  problem,
  isAccepting,
  ref,
  ...handlers
}: FormProblemsProps) {
  const figures = cartFigures(lines, isShipped, terms);
  return (
    <>
      {fieldOrder.some((field) => errors[field]) && <ErrorSummary ref={ref} errors={errors} />}
      {problem?.kind === "changed" && (
        <ChangedCart
          ref={ref}
          changes={changesOf(lines, problem.lines)}
          total={{
            was: figures.tot,
            now:
              problem.figures?.tot ??
              cartFigures(acceptChanges(lines, problem.lines, []), isShipped, terms).tot,
          }}
          tax={problem.figures && { was: figures.tax ?? 0, now: problem.figures.tax }}
          discount={problem.figures && { was: figures.disc ?? 0, now: problem.figures.disc }}
          shipping={problem.figures && { was: figures.ship, now: problem.figures.ship }}
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

import type { Ref } from "react";
import type { CartLine } from "../../../../../shared/cart.ts";
import type { CheckoutForm } from "../../../../../shared/checkout-form.ts";
import type { OrderData } from "../../../../../shared/order-data.ts";
import type { AppliedCode } from "../../../../../shared/order-terms.ts";
import { AlreadyOrdered } from "./already-ordered.tsx";
import { acceptChanges, acceptedTotal, changesOf } from "./cart-changes.ts";
import { ChangedCart } from "./changed-cart.tsx";
import { ErrorSummary } from "./error-summary.tsx";
import { fieldSequence } from "./fields.ts";
import type { StageCheckout } from "./stage-checkout.ts";
import type { FormErrors } from "./use-checkout-form.ts";
import type { SubmitProblem } from "./use-submit.ts";

type FormProblemsProps = {
  form: CheckoutForm;
  lines: readonly CartLine[];
  appliedCode: AppliedCode | undefined;
  /** The amounts on the page. */
  figures: OrderData["fin"];
  stage: StageCheckout;
  errors: FormErrors;
  problem: SubmitProblem | undefined;
  isAccepting: boolean;
  onAccept: () => Promise<void>;
  onTakeOut: () => void;
  onOrderAgain: () => void;
  ref: Ref<HTMLDivElement>;
};

/** Shown above the form after a submit: its errors, or a choice that the visitor has to make. The caller focuses `ref`. */
export function FormProblems({
  form,
  lines,
  appliedCode,
  figures,
  stage,
  errors,
  problem,
  isAccepting,
  ref,
  ...handlers
}: FormProblemsProps) {
  /** The names of the amounts that only the server can calculate. */
  const serverAmountNames = [
    ...(appliedCode ? ["your discount code"] : []),
    ...(stage.TaxLine ? ["the sales tax"] : []),
  ];
  return (
    <>
      {fieldSequence.some((field) => errors[field]) && <ErrorSummary ref={ref} errors={errors} />}
      {problem?.kind === "changed" && (
        <ChangedCart
          ref={ref}
          changes={changesOf(lines, problem.lines)}
          total={{
            was: figures.tot,
            now:
              problem.figures?.tot ??
              acceptedTotal(
                acceptChanges(lines, problem.lines, []),
                form.shipMerchandise === true,
                (newLines) => stage.termsFor(newLines, form, undefined),
                serverAmountNames,
              ),
          }}
          serverAmountNames={serverAmountNames}
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

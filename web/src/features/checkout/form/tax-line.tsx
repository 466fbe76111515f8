import { useEffect } from "react";
import type { taxRequestOf, TaxState } from "./tax.ts";
import { useTax } from "./tax.ts";

type TaxLineProps = {
  request: ReturnType<typeof taxRequestOf>;
  /** Gets the tax in dollars; undefined while it is not known. */
  onTax: (tax: number | undefined) => void;
};

/** Says that the tax is not known yet, is being calculated, or could not be calculated. */
export function TaxLine({ request, onTax }: TaxLineProps) {
  const { text, tax, isError }: TaxState = useTax(request);
  useEffect(() => onTax(tax), [tax, onTax]);
  return <div role="status">{text && <p>{isError ? <strong>{text}</strong> : text}</p>}</div>;
}

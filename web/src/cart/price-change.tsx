import { Price } from "../ui/price.tsx";
import { VisuallyHidden } from "../ui/visually-hidden.tsx";

type PriceChangeProps = { was: number; now: number; nowClassName?: string | undefined };

/** An old and a new price in dollars: '$28.00 → $32.00'. Screen readers get the change in words. */
export function PriceChange({ was, now, nowClassName }: PriceChangeProps) {
  return (
    <>
      <VisuallyHidden>The price was </VisuallyHidden>
      <s>
        <Price dollars={was} />
      </s>
      <VisuallyHidden> and is now </VisuallyHidden>
      <span aria-hidden="true"> → </span>
      <Price dollars={now} className={nowClassName} />
    </>
  );
}

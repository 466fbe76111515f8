import { formatMoney } from "../../../shared/money.ts";
import { cx } from "./class-names.ts";

export function Price({ dollars, className }: { dollars: number; className?: string | undefined }) {
  return <span className={cx("mono", className)}>{formatMoney(dollars)}</span>;
}

import type { KeyboardEvent } from "react";
import { useId } from "react";
import type { Product } from "../../../../../shared/product.ts";
import { cx } from "../../../ui/class-names.ts";
import { Icon } from "../../../ui/icon.tsx";
import { SpinnerRing } from "../../../ui/spinner.tsx";
import styles from "./stock-field.module.css";
import { useStockEdit } from "./use-stock-edit.ts";

type StockFieldProps = { product: Product; variantId?: string; label: string };

/** A stock that is edited in place: Enter or leaving the field saves, Escape cancels. */
export function StockField({ product, variantId, label }: StockFieldProps) {
  const edit = useStockEdit(product, variantId, label);
  const problemId = useId();
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === "Enter") edit.save();
    else if (event.key === "Escape") edit.cancel();
  };
  return (
    <span className={styles.stock}>
      <span className={styles.control}>
        <input
          aria-label={label}
          aria-invalid={edit.problem ? true : undefined}
          aria-describedby={edit.problem ? problemId : undefined}
          aria-busy={edit.isSaving}
          readOnly={edit.isSaving}
          data-stock
          inputMode="numeric"
          autoComplete="off"
          maxLength={7}
          value={edit.text}
          onChange={({ target }) => edit.changeText(target.value)}
          onFocus={({ target }) => target.select()}
          onKeyDown={onKeyDown}
          // After a failed save, only Enter saves the same number again.
          onBlur={() => edit.problem === undefined && edit.save()}
          className={cx(styles.input, edit.isEdited && styles.edited)}
        />
        <span className={styles.state} aria-hidden="true">
          {edit.isSaving && <SpinnerRing />}
          {edit.isSaved && <Icon name="check" size={16} />}
        </span>
      </span>
      {edit.problem && (
        <span id={problemId} role="alert" className={styles.problem}>
          {edit.problem}
        </span>
      )}
    </span>
  );
}

/** Moves the focus to the stock field above or below with the arrow keys. */
export function moveFocusBetweenStocks(event: KeyboardEvent<HTMLElement>): void {
  if (event.key !== "ArrowDown" && event.key !== "ArrowUp") return;
  const fields = [...event.currentTarget.querySelectorAll<HTMLInputElement>("input[data-stock]")];
  const index = fields.findIndex((field) => field === event.target);
  if (index < 0) return;
  event.preventDefault();
  fields[index + (event.key === "ArrowDown" ? 1 : -1)]?.focus();
}

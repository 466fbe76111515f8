import type { ComponentPropsWithRef, ReactNode } from "react";
import { cx } from "./class-names.ts";
import { FieldError, useControl, useFieldControl } from "./field.tsx";
import styles from "./field.module.css";
import { Icon } from "./icon.tsx";

/** A one-line input of the surrounding `Field`. */
export function Input({ className, ...props }: ComponentPropsWithRef<"input">) {
  return <input {...useFieldControl()} {...props} className={cx(styles.control, className)} />;
}

/** A text area of the surrounding `Field`. */
export function Textarea({ className, ...props }: ComponentPropsWithRef<"textarea">) {
  return <textarea {...useFieldControl()} {...props} className={cx(styles.control, className)} />;
}

/** A native select of the surrounding `Field`. Its children are options. */
export function Select({ className, children, ...props }: ComponentPropsWithRef<"select">) {
  return (
    <span className={cx(styles.select, className)}>
      <select {...useFieldControl()} {...props} className={styles.control}>
        {children}
      </select>
      <Icon name="chevron-down" size={18} />
    </span>
  );
}

type CheckboxProps = Omit<ComponentPropsWithRef<"input">, "type"> & {
  label: ReactNode;
  hint?: ReactNode;
  error?: string | undefined;
};

/** A checkbox with its own label, hint and error. */
export function Checkbox({ label, hint, error, id, className, ...props }: CheckboxProps) {
  const { control, hintId, errorId } = useControl(id, hint, error);
  return (
    <div className={className}>
      <label className={styles.check}>
        <input {...props} {...control} type="checkbox" />
        <span>
          {label}
          {hint && (
            <span id={hintId} className={styles.hint}>
              <br />
              {hint}
            </span>
          )}
        </span>
      </label>
      {error && <FieldError id={errorId}>{error}</FieldError>}
    </div>
  );
}

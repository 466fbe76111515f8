import type { ReactNode } from "react";
import { useId } from "react";
import type { ControlProps } from "./field-context.ts";
import { cx } from "./class-names.ts";
import { FieldContext } from "./field-context.ts";
import styles from "./field.module.css";
import { Icon } from "./icon.tsx";

/** The message below a control, with an icon so that colour is not all there is. */
export function FieldError({ id, children }: { id: string; children: ReactNode }) {
  return (
    <p id={id} className={styles.error}>
      <Icon name="alert" size={16} />
      <span>{children}</span>
    </p>
  );
}

/** Ids and aria attributes of a control with this hint and error. */
export function useControl(
  id: string | undefined,
  hint: ReactNode,
  error: string | undefined,
): { control: ControlProps; hintId: string; errorId: string } {
  const ownId = useId();
  const base = id ?? ownId;
  const hintId = `${base}-hint`;
  const errorId = `${base}-error`;
  const described = [hint ? hintId : "", error ? errorId : ""].filter(Boolean).join(" ");
  return {
    control: {
      id: base,
      ...(described ? { "aria-describedby": described } : {}),
      ...(error ? { "aria-invalid": true as const } : {}),
    },
    hintId,
    errorId,
  };
}

type FieldProps = {
  label: ReactNode;
  /** One `Input`, `Select` or `Textarea`: it takes its id, name and aria attributes from here. */
  children: ReactNode;
  /** Of the control: what an error summary links to. */
  id?: string | undefined;
  name?: string | undefined;
  hint?: ReactNode;
  error?: string | undefined;
  required?: boolean | undefined;
  /** Says '(optional)' beside the label. */
  optional?: boolean | undefined;
  className?: string | undefined;
};

/** A labelled control with its hint and its error. */
export function Field({ label, children, id, name, hint, error, required, optional, className }: FieldProps) {
  const { control, hintId, errorId } = useControl(id, hint, error);
  return (
    <div className={cx(styles.field, className)}>
      <label htmlFor={control.id} className={styles.label}>
        {label}
        {optional && <span className={styles.optional}> (optional)</span>}
      </label>
      {hint && (
        <p id={hintId} className={styles.hint}>
          {hint}
        </p>
      )}
      <FieldContext value={{ ...control, ...(name ? { name } : {}), ...(required ? { required } : {}) }}>
        {children}
      </FieldContext>
      {error && <FieldError id={errorId}>{error}</FieldError>}
    </div>
  );
}

import { createContext, use, useId } from "react";
import type { ReactNode } from "react";
import { cx } from "./class-names.ts";
import styles from "./field.module.css";
import { Icon } from "./icon.tsx";

/** The attributes that connect a control to its label, hint and error. */
type ControlProps = {
  id?: string;
  name?: string;
  required?: boolean;
  "aria-describedby"?: string;
  "aria-invalid"?: true;
};

const FieldContext = createContext<ControlProps>({});

/** The attributes for the control of the surrounding `Field`. */
export const useFieldControl = (): ControlProps => use(FieldContext);

/** The message below a control. The icon is there because color alone is not accessible. */
export function FieldError({ id, children }: { id: string; children: ReactNode }) {
  return (
    <p id={id} className={styles.error}>
      <Icon name="alert" size={16} />
      <span>{children}</span>
    </p>
  );
}

/** Ids and ARIA attributes for a control with a hint and an error. */
export function useControl(
  id: string | undefined,
  hint: ReactNode,
  error: string | undefined,
): { control: ControlProps; hintId: string; errorId: string } {
  const ownId = useId();
  const controlId = id ?? ownId;
  const hintId = `${controlId}-hint`;
  const errorId = `${controlId}-error`;
  const describedBy = [hint ? hintId : "", error ? errorId : ""].filter(Boolean).join(" ");
  return {
    control: {
      id: controlId,
      ...(describedBy ? { "aria-describedby": describedBy } : {}),
      ...(error ? { "aria-invalid": true as const } : {}),
    },
    hintId,
    errorId,
  };
}

type FieldProps = {
  label: ReactNode;
  /** One `Input`, `Select` or `Textarea`. The field provides its id, name and ARIA attributes. */
  children: ReactNode;
  /** The control's id, for links to the control. */
  id?: string | undefined;
  name?: string | undefined;
  hint?: ReactNode;
  error?: string | undefined;
  required?: boolean | undefined;
  /** Shows '(optional)' beside the label. */
  optional?: boolean | undefined;
  className?: string | undefined;
};

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

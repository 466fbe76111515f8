import type { Ref } from "react";
import { Notice } from "../../../ui/notice.tsx";
import { fieldName } from "./error-fields.ts";
import { controlId, fieldSequence } from "./fields.ts";
import styles from "./error-summary.module.css";
import type { FormErrors } from "./use-checkout-form.ts";

function focusField(field: string): void {
  const control = document.getElementById(controlId(field));
  control?.scrollIntoView({ block: "center" });
  control?.focus({ preventScroll: true });
}

function FieldName({ name }: { name: string }) {
  return name !== "" && <span className={styles.field}> ({name})</span>;
}

/** The errors in the form, each with a link to the field. The caller focuses the summary after a submit. */
export function ErrorSummary({ errors, ref }: { errors: FormErrors; ref: Ref<HTMLDivElement> }) {
  const invalidFields = fieldSequence.filter((field) => errors[field]);
  return (
    <Notice
      ref={ref}
      tone="danger"
      title={
        <h3 className={styles.title}>
          {invalidFields.length === 1
            ? "One field needs your attention"
            : `${invalidFields.length} fields need your attention`}
        </h3>
      }
    >
      <ul className={styles.list}>
        {invalidFields.map((field) => (
          <li key={field}>
            <a
              href={`#${controlId(field)}`}
              className={styles.link}
              onClick={(event) => {
                event.preventDefault();
                focusField(field);
              }}
            >
              {errors[field]}
              <FieldName name={fieldName(field, errors[field] ?? "")} />
            </a>
          </li>
        ))}
      </ul>
    </Notice>
  );
}

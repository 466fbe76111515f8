import type { Ref } from "react";
import { Notice } from "../../ui/notice.tsx";
import { controlId, fieldOrder, textFields } from "./fields.ts";
import styles from "./error-summary.module.css";
import type { FormErrors } from "./use-checkout-form.ts";

function goTo(field: string): void {
  const control = document.getElementById(controlId(field));
  control?.scrollIntoView({ block: "center" });
  control?.focus({ preventScroll: true });
}

/** What is wrong with the form, each with a link to its field. It takes the focus after a submit. */
export function ErrorSummary({ errors, ref }: { errors: FormErrors; ref: Ref<HTMLDivElement> }) {
  const wrong = fieldOrder.filter((field) => errors[field]);
  return (
    <Notice
      ref={ref}
      tone="danger"
      title={
        <h3 className={styles.title}>
          {wrong.length === 1
            ? "One field needs your attention"
            : `${wrong.length} fields need your attention`}
        </h3>
      }
    >
      <ul className={styles.list}>
        {wrong.map((field) => (
          <li key={field}>
            <a
              href={`#${controlId(field)}`}
              className={styles.link}
              onClick={(event) => {
                event.preventDefault();
                goTo(field);
              }}
            >
              {errors[field]}
              <span className={styles.field}> ({textFields[field].label})</span>
            </a>
          </li>
        ))}
      </ul>
    </Notice>
  );
}

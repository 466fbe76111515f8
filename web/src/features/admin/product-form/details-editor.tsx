import { TextField } from "@aws-amplify/ui-react";
import { useEffect, useRef } from "react";
import { Button } from "../../../ui/button.tsx";
import { IconButton } from "../../../ui/icon-button.tsx";
import type { DraftProps } from "./basics.tsx";
import { moveItem, createDetail } from "./draft.ts";
import styles from "./product-form.module.css";

/** The details of a product, one per line, in the same order as in the store. */
export function DetailsEditor({ draft, problems, onChange }: DraftProps) {
  const { details } = draft;
  const listRef = useRef<HTMLUListElement>(null);
  const previousCount = useRef(details.length);
  useEffect(() => {
    const hasNewDetail = details.length > previousCount.current;
    previousCount.current = details.length;
    if (hasNewDetail) listRef.current?.querySelector<HTMLElement>("li:last-child input")?.focus();
  }, [details.length]);
  return (
    <section className={`card ${styles.card}`} aria-labelledby="details-heading">
      <h3 id="details-heading" className={styles.heading}>
        Details
      </h3>
      <p className={styles.hint}>Fabric, fit, care: shown as a list beside the picture.</p>
      {details.length > 0 && (
        <ul ref={listRef} className={styles.lines}>
          {details.map(({ key, text }, i) => (
            <li key={key} className={styles.line}>
              <TextField
                label={`Detail ${i + 1}`}
                labelHidden
                value={text}
                maxLength={300}
                hasError={problems[`details.${i}`] !== undefined}
                errorMessage={problems[`details.${i}`]}
                onChange={({ target }) =>
                  onChange({
                    details: details.map((detail) =>
                      detail.key === key ? { key, text: target.value } : detail,
                    ),
                  })
                }
                className={styles.grow ?? ""}
              />
              <IconButton
                icon="arrow-up"
                iconSize={18}
                label={`Move detail ${i + 1} up`}
                disabled={i === 0}
                onClick={() => onChange({ details: moveItem(details, i, i - 1) })}
              />
              <IconButton
                icon="trash"
                iconSize={18}
                label={`Remove detail ${i + 1}`}
                onClick={() => onChange({ details: details.filter((detail) => detail.key !== key) })}
              />
            </li>
          ))}
        </ul>
      )}
      <Button
        variant="secondary"
        icon="plus"
        onClick={() => onChange({ details: [...details, createDetail()] })}
      >
        Add detail
      </Button>
    </section>
  );
}

import { useState } from "react";
import type { Product } from "../../../../../shared/product.ts";
import { Button } from "../../../ui/button.tsx";
import { Dialog } from "../../../ui/dialog.tsx";
import styles from "./conflict-dialog.module.css";
import type { DraftField } from "./conflicts.ts";
import { FIELD_LABELS, findTheirChanges } from "./conflicts.ts";
import type { ProductDraft } from "./draft.ts";
import type { SaveConflict } from "./use-product-form.ts";

type ConflictDialogProps = {
  conflict: SaveConflict | undefined;
  /** The product when the form was opened. */
  base: Product | undefined;
  draft: ProductDraft;
  onKeepEditing: () => void;
  /** Saves the draft, with the values of `theirFields` taken from `theirs`, the product that the other admin has saved. */
  onOverwrite: (theirs: Product, theirFields: ReadonlySet<DraftField>) => void;
  onSaveAsNew: () => void;
};

type ConflictFormProps = { base: Product; theirs: Product; draft: ProductDraft } & Pick<
  ConflictDialogProps,
  "onKeepEditing" | "onOverwrite"
>;

function ConflictForm({ base, theirs, draft, onKeepEditing, onOverwrite }: ConflictFormProps) {
  const theirChanges = findTheirChanges(base, theirs, draft);
  const [theirFields, setTheirFields] = useState<ReadonlySet<DraftField>>(
    () => new Set(theirChanges.filter(({ isChangedByMe }) => !isChangedByMe).map(({ field }) => field)),
  );
  const choose = (field: DraftField, takesTheirs: boolean) =>
    setTheirFields((current) => {
      const newFields = new Set(current);
      if (takesTheirs) newFields.add(field);
      else newFields.delete(field);
      return newFields;
    });
  return (
    <div className={styles.choice}>
      <p id="conflict">
        This is what they changed since you opened the form. Choose what to keep, then save.
      </p>
      {theirChanges.map(({ field, theirText, myText }) => (
        <fieldset key={field} className={styles.field}>
          <legend>{FIELD_LABELS[field]}</legend>
          {[
            { label: "Theirs", text: theirText, takesTheirs: true },
            { label: "Yours", text: myText, takesTheirs: false },
          ].map(({ label, text, takesTheirs }) => (
            <label key={label} className={styles.option}>
              <input
                type="radio"
                name={field}
                checked={theirFields.has(field) === takesTheirs}
                onChange={() => choose(field, takesTheirs)}
              />
              <span>
                <strong>{label}</strong> {text}
              </span>
            </label>
          ))}
        </fieldset>
      ))}
      {theirChanges.length === 0 && <p>They changed nothing that this form shows.</p>}
      <div className={styles.actions}>
        <Button variant="secondary" onClick={onKeepEditing}>
          Back to the form
        </Button>
        <Button onClick={() => onOverwrite(theirs, theirFields)}>Save this choice</Button>
      </div>
    </div>
  );
}

/**
 * Shown if another admin has saved or deleted the product since the form was opened. The user chooses the values to
 * save.
 */
export function ConflictDialog(props: ConflictDialogProps) {
  const { conflict, base, draft, onKeepEditing, onOverwrite, onSaveAsNew } = props;
  const isDeleted = conflict === "deleted";
  return (
    <Dialog
      open={conflict !== undefined}
      onClose={onKeepEditing}
      role="alertdialog"
      describedBy="conflict"
      title={isDeleted ? "This product was deleted" : "Someone else saved this product"}
    >
      {isDeleted && (
        <div className={styles.choice}>
          <p id="conflict">
            Someone else deleted it while you were editing. You can add it again as a new product.
          </p>
          <div className={styles.actions}>
            <Button variant="secondary" onClick={onKeepEditing}>
              Back to the form
            </Button>
            <Button onClick={onSaveAsNew}>Add as new product</Button>
          </div>
        </div>
      )}
      {conflict && !isDeleted && base && (
        <ConflictForm
          base={base}
          theirs={conflict.theirs}
          draft={draft}
          onKeepEditing={onKeepEditing}
          onOverwrite={onOverwrite}
        />
      )}
    </Dialog>
  );
}

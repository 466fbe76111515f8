import { useState } from "react";
import type { Product } from "../../../../../shared/product.ts";
import { Button } from "../../../ui/button.tsx";
import { Dialog } from "../../../ui/dialog.tsx";
import styles from "./conflict-dialog.module.css";
import type { Part } from "./conflicts.ts";
import { conflicts, PART_LABELS } from "./conflicts.ts";
import type { Draft } from "./draft.ts";
import type { SaveConflict } from "./use-product-form.ts";

type ConflictDialogProps = {
  conflict: SaveConflict | undefined;
  base: Product | undefined;
  draft: Draft;
  onKeepEditing: () => void;
  onSaveOver: (theirs: Product, chosen: ReadonlySet<Part>) => void;
  onSaveAsNew: () => void;
};

type ChoiceProps = { base: Product; theirs: Product; draft: Draft } & Pick<
  ConflictDialogProps,
  "onKeepEditing" | "onSaveOver"
>;

function Choice({ base, theirs, draft, onKeepEditing, onSaveOver }: ChoiceProps) {
  const found = conflicts(base, theirs, draft);
  const [chosen, setChosen] = useState<ReadonlySet<Part>>(
    () => new Set(found.filter(({ changedByMe }) => !changedByMe).map(({ part }) => part)),
  );
  const choose = (part: Part, takesTheirs: boolean) =>
    setChosen(
      (before) => new Set([...before].filter((other) => other !== part).concat(takesTheirs ? [part] : [])),
    );
  return (
    <div className={styles.choice}>
      <p id="conflict">
        This is what they changed since you opened the form. Choose what to keep, then save.
      </p>
      {found.map(({ part, theirs: other, mine }) => (
        <fieldset key={part} className={styles.part}>
          <legend>{PART_LABELS[part]}</legend>
          {[
            { who: "Theirs", text: other, takesTheirs: true },
            { who: "Yours", text: mine, takesTheirs: false },
          ].map(({ who, text, takesTheirs }) => (
            <label key={who} className={styles.option}>
              <input
                type="radio"
                name={part}
                checked={chosen.has(part) === takesTheirs}
                onChange={() => choose(part, takesTheirs)}
              />
              <span>
                <strong>{who}</strong> {text}
              </span>
            </label>
          ))}
        </fieldset>
      ))}
      {found.length === 0 && <p>They changed nothing that this form shows.</p>}
      <div className={styles.actions}>
        <Button variant="secondary" onClick={onKeepEditing}>
          Back to the form
        </Button>
        <Button onClick={() => onSaveOver(theirs, chosen)}>Save this choice</Button>
      </div>
    </div>
  );
}

/** Shown when somebody else has saved or deleted the product first: lets the user choose between the changes. */
export function ConflictDialog(props: ConflictDialogProps) {
  const { conflict, base, draft, onKeepEditing, onSaveOver, onSaveAsNew } = props;
  const deleted = conflict === "deleted";
  return (
    <Dialog
      open={conflict !== undefined}
      onClose={onKeepEditing}
      role="alertdialog"
      describedBy="conflict"
      title={deleted ? "This product was deleted" : "Someone else saved this product"}
    >
      {deleted && (
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
      {conflict && !deleted && base && (
        <Choice
          base={base}
          theirs={conflict.theirs}
          draft={draft}
          onKeepEditing={onKeepEditing}
          onSaveOver={onSaveOver}
        />
      )}
    </Dialog>
  );
}

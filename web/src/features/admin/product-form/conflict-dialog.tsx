import { useState } from "react";
import type { Product } from "../../../../../shared/product.ts";
import { Button } from "../../../ui/button.tsx";
import { Dialog } from "../../../ui/dialog.tsx";
import styles from "./conflict-dialog.module.css";
import type { Part } from "./conflicts.ts";
import { conflicts, PART_LABELS } from "./conflicts.ts";
import type { Draft } from "./draft.ts";
import type { Overtaken } from "./use-product-form.ts";

type ConflictDialogProps = {
  overtaken: Overtaken | undefined;
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
  const choose = (part: Part, theirsWins: boolean) =>
    setChosen(
      (before) => new Set([...before].filter((other) => other !== part).concat(theirsWins ? [part] : [])),
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
            { who: "Theirs", text: other, theirsWins: true },
            { who: "Yours", text: mine, theirsWins: false },
          ].map(({ who, text, theirsWins }) => (
            <label key={who} className={styles.option}>
              <input
                type="radio"
                name={part}
                checked={chosen.has(part) === theirsWins}
                onChange={() => choose(part, theirsWins)}
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

/** Somebody else saved or deleted the product first: what they did, and what shall count. */
export function ConflictDialog(props: ConflictDialogProps) {
  const { overtaken, base, draft, onKeepEditing, onSaveOver, onSaveAsNew } = props;
  const deleted = overtaken === "deleted";
  return (
    <Dialog
      open={overtaken !== undefined}
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
      {overtaken && !deleted && base && (
        <Choice
          base={base}
          theirs={overtaken.theirs}
          draft={draft}
          onKeepEditing={onKeepEditing}
          onSaveOver={onSaveOver}
        />
      )}
    </Dialog>
  );
}

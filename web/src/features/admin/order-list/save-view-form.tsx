import { TextField } from "@aws-amplify/ui-react";
import type { FormEvent, Ref } from "react";
import { useState } from "react";
import { Button } from "../../../ui/button.tsx";
import styles from "./saved-views-bar.module.css";
import type { SavedView } from "./saved-views.ts";
import { nameRefusal, MAX_VIEW_NAME_LENGTH } from "./saved-views.ts";

type SaveViewFormProps = {
  views: readonly SavedView[];
  nameRef: Ref<HTMLInputElement>;
  onCancel: () => void;
  onSave: (name: string) => void;
};

/** Asks for the name of a view. */
export function SaveViewForm({ views, nameRef, onCancel, onSave }: SaveViewFormProps) {
  const [text, setText] = useState("");
  const [error, setError] = useState<string>();
  const name = text.trim();
  const isReplacing = views.some((view) => view.name === name);
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    const refusal = nameRefusal(views, name);
    if (refusal === undefined) onSave(name);
    else setError(refusal);
  };
  return (
    <form onSubmit={onSubmit} noValidate className={styles.form}>
      <p>Keeps the search, the filters, the sorting and the page size in this browser.</p>
      <TextField
        ref={nameRef}
        label="Name"
        autoComplete="off"
        maxLength={MAX_VIEW_NAME_LENGTH}
        value={text}
        hasError={error !== undefined}
        errorMessage={error}
        onChange={({ target }) => {
          setText(target.value);
          setError(undefined);
        }}
      />
      <div className={styles.actions}>
        <Button variant="secondary" onClick={onCancel}>
          Cancel
        </Button>
        <Button type="submit">{isReplacing ? "Replace" : "Save"}</Button>
      </div>
    </form>
  );
}

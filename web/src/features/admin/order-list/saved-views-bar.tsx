import { useRef, useState } from "react";
import { flushSync } from "react-dom";
import { useFocusOnOpen } from "../../../ui/use-focus-on-open.ts";
import { cx } from "../../../ui/class-names.ts";
import { Button } from "../../../ui/button.tsx";
import { Dialog } from "../../../ui/dialog.tsx";
import { IconButton } from "../../../ui/icon-button.tsx";
import type { ListState } from "./list-url.ts";
import { SaveViewForm } from "./save-view-form.tsx";
import styles from "./saved-views-bar.module.css";
import type { SavedView } from "./saved-views.ts";
import { isDefaultView, readViews, stateOfView, viewQuery, withView, writeViews } from "./saved-views.ts";

type SavedViewsBarProps = {
  userId: string;
  state: ListState;
  onChange: (change: Omit<ListState, "page" | "openOrderId">) => void;
};

/** The admin's saved views of the list. */
export function SavedViewsBar({ userId, state, onChange }: SavedViewsBarProps) {
  const [views, setViews] = useState(() => readViews(userId));
  const [isNaming, setIsNaming] = useState(false);
  const nameRef = useFocusOnOpen<HTMLInputElement>(isNaming);
  const barRef = useRef<HTMLDivElement>(null);
  const query = viewQuery(state);
  const canSave = !isDefaultView(query) && !views.some((view) => view.query === query);

  // Reads the views again, because another tab may have changed them.
  const changeViews = (change: (current: readonly SavedView[]) => SavedView[]) => {
    const newViews = change(readViews(userId));
    writeViews(userId, newViews);
    setViews(newViews);
  };
  const remove = (name: string) => {
    changeViews((current) => current.filter((view) => view.name !== name));
    // The button that had the focus disappears.
    barRef.current?.focus();
  };
  return (
    <>
      <div ref={barRef} role="group" aria-label="Saved views" tabIndex={-1} className={styles.bar}>
        {views.map((view) => (
          <span key={view.name} className={styles.view} data-current={view.query === query}>
            <button
              type="button"
              aria-pressed={view.query === query}
              className={styles.open}
              onClick={() => onChange(stateOfView(view))}
            >
              {view.name}
            </button>
            <IconButton
              icon="close"
              iconSize={14}
              label={`Remove view ${view.name}`}
              onClick={() => remove(view.name)}
            />
          </span>
        ))}
        {/* The hidden button keeps its place, so that the list below does not move. */}
        <Button
          variant="ghost"
          icon="plus"
          onClick={() => setIsNaming(true)}
          className={cx(styles.save, !canSave && styles.hidden)}
        >
          Save view
        </Button>
      </div>
      <Dialog open={isNaming} onClose={() => setIsNaming(false)} title="Save view">
        <SaveViewForm
          views={views}
          nameRef={nameRef}
          onCancel={() => setIsNaming(false)}
          onSave={(name) => {
            flushSync(() => {
              changeViews((current) => withView(current, { name, query }));
              setIsNaming(false);
            });
            // The 'Save view' button, which opened the dialog, is hidden now.
            barRef.current?.querySelector<HTMLElement>("[aria-pressed=true]")?.focus();
          }}
        />
      </Dialog>
    </>
  );
}

import { STATUS_UNDO_SECONDS } from "../../../../shared/status-mail.ts";
import { notify } from "../../ui/notify.ts";
import styles from "./undo-toast.module.css";

/** The same time as for undoing a change of an order. */
const DURATION_MS = STATUS_UNDO_SECONDS * 1000;

/** Shows a toast about a change, with an undo button. A later toast with the same `id` replaces this one. */
export function showUndoToast(id: string, text: string, undo: () => void): void {
  const onClick = () => {
    notify.dismiss(id);
    undo();
  };
  notify.success(text, {
    content: (
      <p className={styles.undo}>
        {text}{" "}
        <button type="button" onClick={onClick}>
          Undo
        </button>
      </p>
    ),
    id,
    duration: DURATION_MS,
    position: "bottom-right",
  });
}

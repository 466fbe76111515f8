import { Dialog } from "../../../ui/dialog.tsx";
import styles from "./shortcuts-dialog.module.css";

const SHORTCUTS = [
  ["/", "Search"],
  ["↓ ↑", "From row to row"],
  ["Enter", "Open the order of the row"],
  ["Tab", "To what a row offers"],
  ["Esc", "Close a dialog"],
  ["?", "This list"],
] as const;

/** The keys that the list of orders knows. */
export function ShortcutsDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  return (
    <Dialog open={open} onClose={onClose} title="Keyboard shortcuts">
      <dl className={styles.list}>
        {SHORTCUTS.map(([key, does]) => (
          <div key={key}>
            <dt>
              <kbd>{key}</kbd>
            </dt>
            <dd>{does}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
}

import { Dialog } from "../../../ui/dialog.tsx";
import styles from "./shortcuts-dialog.module.css";

const SHORTCUTS = {
  "In the list of orders": [
    ["/", "Search"],
    ["↓ ↑", "Move between rows"],
    ["Enter", "Open the order of the row"],
    ["Tab", "Move to the row's actions"],
    ["X", "Select the order of the row"],
    ["Shift ↓ ↑", "Select the next row too"],
    ["Ctrl A", "Select all orders of the filter"],
    ["Ctrl Z", "Undo the latest change"],
  ],
  "While packing": [
    ["1 – 9", "Tick an item off"],
    ["X", "Tick the next item off"],
    ["M", "Mark as packed, and go on"],
    ["S", "Skip the order"],
    ["B", "Go back"],
    ["P", "Print the packing slip"],
  ],
  Everywhere: [
    ["Esc", "Close a dialog"],
    ["?", "Show this list"],
  ],
} as const;

export function ShortcutsDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  return (
    <Dialog open={open} onClose={onClose} title="Keyboard shortcuts">
      {Object.entries(SHORTCUTS).map(([place, shortcuts]) => (
        <section key={place} className={styles.group}>
          <h3 className={styles.heading}>{place}</h3>
          <dl className={styles.list}>
            {shortcuts.map(([key, action]) => (
              <div key={key}>
                <dt>
                  <kbd>{key}</kbd>
                </dt>
                <dd>{action}</dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
    </Dialog>
  );
}

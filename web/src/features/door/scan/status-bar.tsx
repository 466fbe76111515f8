import { useStore } from "../../../store.ts";
import { cx } from "../../../ui/class-names.ts";
import { IconButton } from "../../../ui/icon-button.tsx";
import type { Connection } from "../list/connection.ts";
import type { Door } from "../list/door.ts";
import styles from "./status-bar.module.css";

const CONNECTION_TEXT: Record<Connection, string> = {
  online: "Online",
  offline: "Offline",
  "signed-out": "Signed out",
  forbidden: "No access",
};

type StatusBarProps = { door: Door; title: string; onMenu: () => void; onSignIn: () => void };

export function StatusBar({ door, title, onMenu, onSignIn }: StatusBarProps) {
  const { counts, connection, isStored, queuedCount, conflicts, unknownCheckIns } = useStore(door.store);
  const attentionCount = conflicts.length + unknownCheckIns.length;
  const queuedText = queuedCount > 0 ? `, ${queuedCount} to send` : "";
  return (
    <header className={styles.bar}>
      <div className={styles.texts}>
        <p className={styles.title}>{title}</p>
        <p className={styles.numbers}>
          <strong>{counts.in}</strong> of {counts.total} in
          <span
            role="status"
            className={cx(styles.connection, (connection !== "online" || !isStored) && styles.warning)}
          >
            {CONNECTION_TEXT[connection]}
            {queuedText}
            {isStored ? "" : ", not stored"}
          </span>
        </p>
      </div>
      {(connection === "signed-out" || connection === "forbidden") && (
        <button type="button" className={styles.signIn} onClick={onSignIn}>
          Sign in
        </button>
      )}
      <span className={styles.menu}>
        <IconButton
          icon="menu"
          label={attentionCount > 0 ? `Menu, ${attentionCount} to look at` : "Menu"}
          onClick={onMenu}
          aria-haspopup="dialog"
        />
        {attentionCount > 0 && (
          <span aria-hidden="true" className={styles.badge}>
            {attentionCount}
          </span>
        )}
      </span>
    </header>
  );
}

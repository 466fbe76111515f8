import { eventLine } from "../../../../../shared/event-text.ts";
import { useStore } from "../../../store.ts";
import { Button } from "../../../ui/button.tsx";
import { Spinner } from "../../../ui/spinner.tsx";
import { cx } from "../../../ui/class-names.ts";
import { readDevice } from "../device.ts";
import type { Door } from "../list/door.ts";
import type { StoredList } from "../list/stored-list.ts";
import type { OfflineSupport } from "../register-worker.ts";
import { allowSound } from "../scan/signals.ts";
import styles from "./set-up.module.css";

const ticketsText = (count: number): string => `${count} ${count === 1 ? "ticket" : "tickets"}`;

type ReadyProps = { door: Door; list: StoredList; offline: OfflineSupport; onStart: () => void };

/** Says that the list is on the device. Its button also allows sound, which needs a click. */
export function Ready({ door, list, offline, onStart }: ReadyProps) {
  const { counts } = useStore(door.store);
  const { event, name } = list.event;
  const start = () => {
    allowSound();
    // The browser may remove the list when the disk is full, unless it agrees to keep it.
    void navigator.storage?.persist?.().catch(() => undefined);
    onStart();
  };
  return (
    <>
      <header>
        <p className="eyebrow">{readDevice().door}</p>
        <h1 className={styles.title}>{event.title ?? name}</h1>
        <p className={styles.lead}>{eventLine(event)}</p>
      </header>
      <div className={cx(styles.ready, offline !== "ready" && styles.preparing)} role="status">
        {offline === "preparing" ? (
          <Spinner label={`${ticketsText(counts.total)} loaded, preparing for use without a network...`} />
        ) : offline === "ready" ? (
          `Ready: ${ticketsText(counts.total)}, works offline`
        ) : (
          `Ready: ${ticketsText(counts.total)}. Keep this page open: this browser cannot open it without a network.`
        )}
      </div>
      <div className={styles.actions}>
        <Button wide size="large" icon="ticket" onClick={start}>
          Start scanning
        </Button>
        <Button variant="ghost" onClick={() => void door.leave()}>
          Choose another event
        </Button>
      </div>
    </>
  );
}

import type { ReactNode } from "react";
import { letInFromMs } from "../../../../../shared/tickets/door-answer.ts";
import { formatEventDay, eventLine, timePartsOf, formatZonedTime } from "../../../../../shared/event-text.ts";
import { useStore } from "../../../store.ts";
import { Button } from "../../../ui/button.tsx";
import { notify } from "../../../ui/notify.ts";
import { Spinner } from "../../../ui/spinner.tsx";
import { useHeadingFocus } from "../../../ui/use-heading-focus.ts";
import { cx } from "../../../ui/class-names.ts";
import { nameOfDoor } from "../device.ts";
import type { Door } from "../list/door.ts";
import type { StoredList } from "../list/stored-list.ts";
import type { OfflineSupport } from "../register-worker.ts";
import { waitingText } from "../waiting-text.ts";
import { allowSound } from "../scan/signals.ts";
import styles from "./set-up.module.css";

/** 'Fri, Dec 11, 12:00 AM EST' */
function zonedLine(iso: string, timeZone: string): string {
  const parts = timePartsOf(iso, timeZone);
  return `${formatEventDay(parts)}, ${formatZonedTime(parts)}`;
}

const ticketsText = (count: number): string => `${count} ${count === 1 ? "ticket" : "tickets"}`;

type ReadyProps = { door: Door; list: StoredList; offlineSupport: OfflineSupport; onStart: () => void };

/** Says that the list is on the device. The click on its button also allows sound, because browsers require a click. */
export function Ready({ door, list, offlineSupport, onStart }: ReadyProps) {
  const { connection, counts, queuedCount } = useStore(door.store);
  const { event, name } = list.event;
  const headingRef = useHeadingFocus(list.event.productId);
  const start = () => {
    allowSound();
    // Asks the browser to keep the list: it may remove stored data when the disk is full.
    void navigator.storage?.persist?.().catch(() => undefined);
    onStart();
  };
  const chooseAnotherEvent = () => {
    // Without a network, the device could load no other list.
    if (connection === "offline")
      notify.error("Choosing another event needs a network.", { position: "top-center" });
    else void door.removeList();
  };
  const totalText = ticketsText(counts.total);
  const statusTexts: Record<OfflineSupport, ReactNode> = {
    preparing: <Spinner label={`${totalText} loaded, preparing for use without a network...`} />,
    ready: `Ready: ${totalText}, works offline`,
    missing: `Ready: ${totalText}. Keep this page open: this browser cannot open it without a network.`,
  };
  return (
    <>
      <header>
        <p className="eyebrow">{nameOfDoor()}</p>
        <h1 ref={headingRef} tabIndex={-1} className={styles.title}>
          {event.title ?? name}
        </h1>
        <p className={styles.lead}>{eventLine(event)}</p>
      </header>
      <div className={cx(styles.ready, offlineSupport !== "ready" && styles.preparing)} role="status">
        {statusTexts[offlineSupport]}
      </div>
      {door.isEarly() && (
        <p>
          Guests are let in from {zonedLine(new Date(letInFromMs(event)).toISOString(), event.timeZone)} on.
          Until then the answer to each valid ticket is that it is for another day.
        </p>
      )}
      {queuedCount > 0 && <p>{waitingText(queuedCount)}</p>}
      <div className={styles.actions}>
        <Button wide size="large" icon="ticket" onClick={start}>
          Start scanning
        </Button>
        <Button variant="ghost" onClick={chooseAnotherEvent}>
          Choose another event
        </Button>
      </div>
    </>
  );
}

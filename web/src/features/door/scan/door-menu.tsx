import { useState } from "react";
import { messages } from "../../../../../shared/messages.ts";
import { activeCheckIns, type DoorTicket } from "../../../../../shared/tickets/ticket.ts";
import { useStore } from "../../../store.ts";
import { Button } from "../../../ui/button.tsx";
import { Dialog } from "../../../ui/dialog.tsx";
import { notify } from "../../../ui/notify.ts";
import { nameOfDoor } from "../device.ts";
import type { Door } from "../list/door.ts";
import { shopTime } from "../list/device-clock.ts";
import { NOT_STORED_TEXT, waitingText } from "../waiting-text.ts";
import { checkInText, conflictReasons, ticketLines, type CurrentEvent } from "./answer-text.ts";
import styles from "./door-menu.module.css";

function Conflict({ ticket, event }: { ticket: DoorTicket; event: CurrentEvent }) {
  const [now] = useState(Date.now);
  return (
    <li className={styles.item}>
      <strong>{ticket.holder || "New ticket"}</strong>
      {[...ticketLines(ticket), ...conflictReasons(ticket, event, now)].map((line) => (
        <span key={line}>{line}</span>
      ))}
      {activeCheckIns(ticket).map((checkIn) => (
        <span key={checkIn.id}>
          {checkInText(checkIn, event, now)}
          {checkIn.isOffline ? ", offline" : ""}
        </span>
      ))}
    </li>
  );
}

type DoorMenuProps = {
  door: Door;
  event: CurrentEvent;
  open: boolean;
  onClose: () => void;
  onStop: () => void;
};

/** Conflicts and unknown tickets, and the buttons that stop the scanning or sign out. */
export function DoorMenu({ door, event, open, onClose, onStop }: DoorMenuProps) {
  const { conflicts, unknownCheckIns, queuedCount, isStored } = useStore(door.store);
  const [isLeaving, setLeaving] = useState(false);
  const [now] = useState(Date.now);
  const signOutAndLeave = async () => {
    setLeaving(true);
    await door.refresh();
    const cognito = await import("../../admin/auth/cognito.ts").catch(() => undefined);
    if (!cognito) {
      setLeaving(false);
      notify.error(messages.partMissing);
      return;
    }
    // Offline, the tokens are only removed from this device; they expire later.
    await cognito.signOut().catch(() => undefined);
    await door.removeList();
    onStop();
  };
  return (
    <Dialog open={open} onClose={onClose} title={nameOfDoor()} sheet>
      <div className={styles.menu}>
        {conflicts.length + unknownCheckIns.length === 0 && <p>No conflicts.</p>}
        {unknownCheckIns.length > 0 && (
          <section>
            <h3 className={styles.heading}>Let in, but not known to the shop</h3>
            <ul className={styles.list}>
              {unknownCheckIns.map(({ id, ticketId, at, clockOffset, door: name }) => (
                <li key={id} className={styles.item}>
                  <strong>
                    {checkInText({ at: shopTime({ at, clockOffset }), door: name }, event, now)}
                  </strong>
                  <span className={styles.id}>{ticketId}</span>
                  <span>
                    The back office shows it too. If the ticket was only late, this goes away by itself.
                  </span>
                  <Button variant="secondary" onClick={() => void door.forgetUnknown(id)}>
                    Done
                  </Button>
                </li>
              ))}
            </ul>
          </section>
        )}
        {conflicts.length > 0 && (
          <section>
            <h3 className={styles.heading}>Conflicts</h3>
            <ul className={styles.list}>
              {conflicts.map((ticket) => (
                <Conflict key={ticket.ticketId} ticket={ticket} event={event} />
              ))}
            </ul>
          </section>
        )}
        {queuedCount > 0 && <p>{waitingText(queuedCount)}</p>}
        {!isStored && <p role="alert">{NOT_STORED_TEXT}</p>}
        <div className={styles.actions}>
          <Button variant="secondary" onClick={onStop}>
            Stop scanning
          </Button>
          <Button
            variant="secondary"
            icon="logout"
            loading={isLeaving}
            onClick={() => void signOutAndLeave()}
          >
            Sign out and remove the list
          </Button>
        </div>
      </div>
    </Dialog>
  );
}

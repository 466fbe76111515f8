import { useEffect, useState } from "react";
import { useStore } from "../../../store.ts";
import { CHECK_IN_UNDO_MS } from "../../../../../shared/tickets/ticket.ts";
import type { Door } from "../list/door.ts";
import styles from "./recent-check-ins.module.css";

/** The time in ms, read every second while `isNeeded`. */
function useNowEverySecond(isNeeded: boolean): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    if (!isNeeded) return;
    const updateNow = () => setNow(Date.now());
    const timer = setInterval(updateNow, 1000);
    return () => clearInterval(timer);
  }, [isNeeded]);
  return now;
}

export function RecentCheckIns({ door }: { door: Door }) {
  const { recentCheckIns } = useStore(door.store);
  const now = useNowEverySecond(recentCheckIns.length > 0);
  const undoableCheckIns = recentCheckIns.filter(({ madeAt }) => now - madeAt < CHECK_IN_UNDO_MS);
  if (undoableCheckIns.length === 0) return null;
  return (
    <ul aria-label="Let in during the last minute" className={styles.list}>
      {undoableCheckIns.map(({ checkIn, ticket, madeAt }) => (
        <li key={checkIn.id} className={styles.row}>
          <span>
            <bdi>{ticket?.holder || "New ticket"}</bdi>
            {ticket && ticket.of > 1 ? `, ${ticket.n} of ${ticket.of}` : ""}{" "}
            <span className={styles.state}>let in</span>
          </span>
          {/* `now` may be up to a second before `madeAt`, but the text never shows more than CHECK_IN_UNDO_MS. */}
          <button type="button" className={styles.undo} onClick={() => void door.undo(checkIn.id)}>
            Undo{" "}
            <span className={styles.secondsLeft}>
              {Math.ceil(Math.min(CHECK_IN_UNDO_MS, CHECK_IN_UNDO_MS - (now - madeAt)) / 1000)} s
            </span>
          </button>
        </li>
      ))}
    </ul>
  );
}

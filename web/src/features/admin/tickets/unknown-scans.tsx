import type { UnknownScan } from "../../../../../shared/tickets/unknown-scans.ts";
import { Notice } from "../../../ui/notice.tsx";
import { checkInText } from "./ticket-text.ts";
import styles from "./ticket-row.module.css";

/** A warning about scans of tickets that the shop does not have. */
export function UnknownScans({ scans }: { scans: readonly UnknownScan[] }) {
  const { length: scanCount } = scans;
  return (
    <Notice
      tone="warn"
      title={
        scanCount === 1
          ? "Someone was let in with a ticket that the shop does not have"
          : `${scanCount} people were let in with tickets that the shop does not have`
      }
      className={styles.unknown}
    >
      <p>The shop has signed the code, so the ticket may only be late. Then this goes away by itself.</p>
      <ul className={styles.scans}>
        {scans.map((scan) => (
          <li key={scan.id}>
            {checkInText(scan)}: <span className={styles.id}>{scan.ticketId}</span>
          </li>
        ))}
      </ul>
    </Notice>
  );
}

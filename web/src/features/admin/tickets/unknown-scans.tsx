import type { UnknownScan } from "../../../../../shared/tickets/unknown-scans.ts";
import { Notice } from "../../../ui/notice.tsx";
import { checkInText } from "./ticket-text.ts";
import styles from "./ticket-row.module.css";

/** The scans of tickets that do not exist, with what they may mean. */
export function UnknownScans({ scans }: { scans: readonly UnknownScan[] }) {
  const { length } = scans;
  return (
    <Notice
      tone="warn"
      title={`${length} ${length === 1 ? "person was" : "people were"} let in with tickets that the shop does not have`}
    >
      <p>The codes were signed by the shop. If the tickets are only late, this line goes away by itself.</p>
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

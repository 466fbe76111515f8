import { ORDER_ID } from "../../shared/order-id.ts";
import { splitIntoParts } from "../../shared/split-into-parts.ts";
import { compareSession } from "./compare-session.ts";
import type { ListedSession } from "./finding.ts";
import { readOrders } from "./read-orders.ts";
import { addFinding, isUnreadable, type Run } from "./run.ts";
import { listSessionsBetween } from "./stripe-lists.ts";

/** Sessions are listed and compared in time slices of this length. */
const SLICE_MS = 6 * 3_600_000;
const ORDERS_IN_BATCH = 100;

const orderIdIn = ({ metadata }: ListedSession): string | undefined =>
  ORDER_ID.exec(metadata?.["orderId"] ?? "")?.[0];

/**
 * Compares the sessions since a time with their orders, the oldest slice first, and at least one slice. Returns the ids of
 * the sessions. `until`: the time up to which sessions were compared, earlier than now if the run was out of time.
 */
export async function walkSessions(run: Run, since: Date): Promise<{ sessionIds: Set<string>; until: Date }> {
  const sessionIds = new Set<string>();
  let from = since;
  do {
    const to = new Date(Math.min(+from + SLICE_MS, +run.now));
    const sessions: ListedSession[] = [];
    for await (const session of listSessionsBetween(run.client, from, to))
      if (orderIdIn(session) !== undefined) sessions.push(session);
    for (const batch of splitIntoParts(sessions, ORDERS_IN_BATCH)) {
      const orders = await readOrders(
        batch.flatMap((session) => orderIdIn(session) ?? []),
        run.unreadable,
      );
      for (const session of batch) {
        const orderId = orderIdIn(session) ?? "";
        sessionIds.add(session.id);
        run.counted.sessions++;
        if (!isUnreadable(run, orderId)) addFinding(run, compareSession(session, orders.get(orderId), run));
      }
    }
    from = to;
  } while (+from < +run.now && !run.isTimeUp());
  return { sessionIds, until: from };
}

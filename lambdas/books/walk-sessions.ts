import { compareSession } from "./compare-session.ts";
import type { ListedSession } from "./finding.ts";
import { readOrders } from "./read-orders.ts";
import { addFinding, inParts, type Run } from "./run.ts";
import { sessionsBetween } from "./stripe-lists.ts";

/** Sessions are listed and compared in time slices of this length. */
const SLICE_MS = 6 * 3_600_000;
const ORDERS_AT_ONCE = 100;

const orderIdIn = ({ metadata }: ListedSession): string | undefined =>
  /^ord_\w+$/.exec(metadata?.["orderId"] ?? "")?.[0];

/**
 * Compares the sessions since `run.since` with their orders, oldest first. Returns the ids of the sessions, and the
 * time up to which they are compared: earlier than now if the time was up.
 */
export async function walkSessions(run: Run): Promise<{ sessionIds: Set<string>; until: Date }> {
  const sessionIds = new Set<string>();
  let from = run.since;
  while (+from < +run.now && !run.isTimeUp()) {
    const to = new Date(Math.min(+from + SLICE_MS, +run.now));
    const sessions: ListedSession[] = [];
    for await (const session of sessionsBetween(run.client, from, to))
      if (orderIdIn(session) !== undefined) sessions.push(session);
    for (const part of inParts(sessions, ORDERS_AT_ONCE)) {
      const orders = await readOrders(part.flatMap((session) => orderIdIn(session) ?? []));
      for (const session of part) {
        sessionIds.add(session.id);
        run.counted.sessions++;
        addFinding(run, compareSession(session, orders.get(orderIdIn(session) ?? ""), run));
      }
    }
    from = to;
  }
  return { sessionIds, until: from };
}

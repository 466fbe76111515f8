import { expect, test } from "vitest";
import type { adminCall } from "../../../web/src/features/admin/auth/admin-call.ts";
import { readTickets } from "../../../web/src/features/admin/tickets/read-tickets.ts";

test("all tickets of an event are read, each once, also from more than ten pages", async () => {
  const PAGE_COUNT = 12;
  const fakeAdminCall = (_: unknown, { query: { cursor = "0" } }: { query: { cursor?: string } }) => {
    const page = Number(cursor);
    // The last ticket of a page is also the first ticket of the next page.
    return Promise.resolve({
      tickets: [{ ticketId: `tkt_${page}` }, { ticketId: `tkt_${page + 1}` }],
      ...(page + 1 < PAGE_COUNT ? { cursor: String(page + 1) } : {}),
    });
  };
  const { signal } = new AbortController();
  const { tickets } = await readTickets(fakeAdminCall as unknown as typeof adminCall, "prd_1", signal);
  expect(tickets).toHaveLength(PAGE_COUNT + 1);
});

import { QueryCommand } from "@aws-sdk/lib-dynamodb";
import { beforeAll, expect, test, vi } from "vitest";
import { openShop } from "../support/shop.ts";
import { storeTickets, testTicket, voidTestTicket } from "../support/ticket-fixtures.ts";

beforeAll(async () => {
  await openShop();
});

/** Counts the event's tickets. Returns the counts and the number of tickets that were read for them. */
async function count(productId: string) {
  const { documentClient } = await import("../../lambdas/lib/dynamodb.ts");
  const { countTickets } = await import("../../lambdas/tickets/count-tickets.ts");
  const send = vi.spyOn(documentClient(), "send");
  const counts = await countTickets(productId, new Date());
  const answers = await Promise.all(
    send.mock.calls.map(([command], i) => {
      expect(command).toBeInstanceOf(QueryCommand);
      return send.mock.results[i]?.value as Promise<{ Items?: Record<string, unknown>[] }>;
    }),
  );
  send.mockRestore();
  const read = answers.flatMap(({ Items = [] }) => Items).filter(({ summary }) => summary !== undefined);
  return { counts, read: read.length };
}

test("reads only the tickets that changed after the last count, even if all are a moment old", async () => {
  const productId = "prd_counted";
  const tickets = Array.from({ length: 40 }, () => testTicket({ productId }));
  await storeTickets(...tickets);
  expect(await count(productId)).toMatchObject({ counts: { tickets: 40, void: 0 }, read: 40 });
  expect(await count(productId)).toMatchObject({ counts: { tickets: 40, void: 0 }, read: 0 });

  await voidTestTicket(tickets[3]?.ticketId ?? "");
  expect(await count(productId)).toMatchObject({ counts: { tickets: 39, void: 1 }, read: 1 });
  expect(await count(productId)).toMatchObject({ counts: { tickets: 39, void: 1 }, read: 0 });
});

test("counts a ticket that another instance wrote with an earlier time than the last one read", async () => {
  const productId = "prd_late";
  const secondsAgo = (seconds: number) => new Date(Date.now() - seconds * 1000).toISOString();
  await storeTickets(testTicket({ productId, changedAt: secondsAgo(20) }));
  await storeTickets(testTicket({ productId, changedAt: secondsAgo(1) }));
  expect((await count(productId)).counts.tickets).toBe(2);
  await storeTickets(testTicket({ productId, changedAt: secondsAgo(10) }));
  expect((await count(productId)).counts.tickets).toBe(3);
});

test("gives each change of a ticket a time of its own", async () => {
  const ahead = new Date(Date.now() + 5_000).toISOString();
  const ticket = testTicket({ productId: "prd_clock", changedAt: ahead });
  await storeTickets(ticket);
  const changed = await voidTestTicket(ticket.ticketId);
  expect(changed.changedAt > ahead).toBe(true);
});

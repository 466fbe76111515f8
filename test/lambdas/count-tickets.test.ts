import { QueryCommand } from "@aws-sdk/lib-dynamodb";
import { beforeAll, expect, test, vi } from "vitest";
import { openShop } from "../support/shop.ts";
import { storeTickets, testTicket, voidTestTicket } from "../support/ticket-fixtures.ts";

beforeAll(async () => {
  await openShop();
});

/** Counts an event's tickets; returns the counts and the number of tickets that were read for them. */
async function countAndMeasure(productId: string) {
  const { documentClient } = await import("../../lambdas/lib/dynamodb.ts");
  const { countTickets } = await import("../../lambdas/tickets/count-tickets.ts");
  const sendSpy = vi.spyOn(documentClient(), "send");
  const counts = await countTickets(productId, new Date());
  const answers = await Promise.all(
    sendSpy.mock.calls.map(([command], i) => {
      expect(command).toBeInstanceOf(QueryCommand);
      return sendSpy.mock.results[i]?.value as Promise<{ Items?: Record<string, unknown>[] }>;
    }),
  );
  sendSpy.mockRestore();
  const readItems = answers.flatMap(({ Items = [] }) => Items).filter(({ summary }) => summary !== undefined);
  return { counts, readCount: readItems.length };
}

test("a count a moment after another reads only the tickets that have changed in between", async () => {
  const productId = "prd_counted";
  const tickets = Array.from({ length: 40 }, () => testTicket({ productId }));
  await storeTickets(...tickets);
  expect(await countAndMeasure(productId)).toMatchObject({ counts: { tickets: 40, void: 0 }, readCount: 40 });
  expect(await countAndMeasure(productId)).toMatchObject({ counts: { tickets: 40, void: 0 }, readCount: 0 });

  await voidTestTicket(tickets[3]?.ticketId ?? "");
  expect(await countAndMeasure(productId)).toMatchObject({ counts: { tickets: 39, void: 1 }, readCount: 1 });
  expect(await countAndMeasure(productId)).toMatchObject({ counts: { tickets: 39, void: 1 }, readCount: 0 });
});

test("a count includes a ticket that another instance wrote late with an earlier time than the last read ticket", async () => {
  const productId = "prd_late";
  const secondsAgo = (seconds: number) => new Date(Date.now() - seconds * 1000).toISOString();
  await storeTickets(testTicket({ productId, changedAt: secondsAgo(20) }));
  await storeTickets(testTicket({ productId, changedAt: secondsAgo(1) }));
  expect((await countAndMeasure(productId)).counts.tickets).toBe(2);
  await storeTickets(testTicket({ productId, changedAt: secondsAgo(10) }));
  expect((await countAndMeasure(productId)).counts.tickets).toBe(3);
});

test("a change of a ticket has a later time than the previous change, even if that time is ahead of the clock", async () => {
  const futureTime = new Date(Date.now() + 5_000).toISOString();
  const ticket = testTicket({ productId: "prd_clock", changedAt: futureTime });
  await storeTickets(ticket);
  const changedTicket = await voidTestTicket(ticket.ticketId);
  expect(changedTicket.changedAt > futureTime).toBe(true);
});

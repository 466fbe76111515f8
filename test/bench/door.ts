// `npm run bench:door`: times the door with 5,000 tickets on the local stack, as ratios to the check of one signature.
import { randomUUID } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import * as z from "zod/mini";
import { SERVICES_FILE } from "../../infra/local/settings/data-folder.ts";
import { adminTicketsApi, doorApi } from "../../shared/api-tickets.ts";
import { checkCode, KEY_ALGORITHM, signCode, type VerifyKey } from "../../shared/tickets/ticket-code.ts";
import type { Ticket } from "../../shared/tickets/ticket.ts";
import { createClient } from "../support/client.ts";
import { startShopProcess } from "../support/shop-process.ts";
import { storeTickets, testTicket } from "../support/ticket-fixtures.ts";
import { median, quantile, timesOf } from "./times.ts";

const TICKET_COUNT = 5_000;
const SCAN_COUNT = 300;
const LIST_COUNT = 5;
const CHECK_COUNT = 1_000;
/** Longest allowed times, in ms: to read the whole list, to count the tickets of all events, and for 95 of 100 scans. */
const BUDGETS_MS = { list: 3_000, count: 300, scan: 300 };

/** The median time in ms of the check of one code's signature. */
async function medianSignatureMs(): Promise<number> {
  const keyPair = await crypto.subtle.generateKey(KEY_ALGORITHM, false, ["sign", "verify"]);
  const keys: VerifyKey[] = [{ id: 1, key: keyPair.publicKey }];
  const content = {
    kind: "ticket",
    keyId: 1,
    id: testTicket().ticketId,
    generation: 0,
    issuedAt: 1,
  } as const;
  const code = await signCode(content, keyPair.privateKey);
  return median(await timesOf(CHECK_COUNT, () => checkCode(code, keys, Date.now())));
}

const dataDir = mkdtempSync(join(tmpdir(), "shop-bench-"));
const shop = await startShopProcess({ dataDir });
try {
  const services = z.parse(
    z.record(z.string(), z.string()),
    JSON.parse(readFileSync(join(dataDir, SERVICES_FILE), "utf8")),
  );
  // The modules of the functions read these variables at their first call.
  Object.assign(process.env, services, {
    AWS_REGION: "us-east-1",
    AWS_ACCESS_KEY_ID: "bench",
    AWS_SECRET_ACCESS_KEY: "bench",
  });
  const client = createClient(shop);
  const token = await client.adminToken();
  const [event] = (await client.call(doorApi.listDoorEvents, { token })).data.events;
  if (!event) throw new Error("The shop has no event");
  const { productId } = event;
  const tickets: Ticket[] = Array.from({ length: TICKET_COUNT }, () => testTicket({ productId }));
  for (let i = 0; i < tickets.length; i += 50)
    await Promise.all(tickets.slice(i, i + 50).map((ticket) => storeTickets(ticket)));

  const params = { id: productId };
  const readList = async () => {
    let count = 0;
    let cursor: string | undefined;
    do {
      const query: Record<string, string> = cursor === undefined ? {} : { cursor };
      const { data } = await client.call(doorApi.listDoorTickets, { token, params, query });
      count += data.tickets.length;
      ({ cursor } = data);
    } while (cursor !== undefined);
    if (count < TICKET_COUNT) throw new Error(`The list has ${count} tickets`);
  };
  const deviceId = randomUUID();
  const scan = async (i: number) => {
    const { ticketId = "", code = "" } = tickets[i] ?? {};
    const now = new Date().toISOString();
    const checkIns = [{ id: randomUUID(), ticketId, code, at: now, isOffline: false }];
    const body = { deviceId, door: "Front door", sentAt: now, checkIns };
    const { data } = await client.call(doorApi.checkIn, { token, params, body });
    if (data.results[0]?.result !== "in") throw new Error(`Ticket ${i}: ${data.results[0]?.result}`);
  };
  const checkMs = await medianSignatureMs();
  const listTimes = await timesOf(LIST_COUNT, readList);
  /** The list says how many tickets each event has. */
  const countTickets = () => client.call(adminTicketsApi.listEvents, { token });
  const firstCountTimes = await timesOf(1, countTickets);
  const countTimes = await timesOf(LIST_COUNT, countTickets);
  const scanTimes = await timesOf(SCAN_COUNT, scan);
  /**
   * Prints the median of the times and a slow time: the quantile at `fraction` (0 to 1; the slowest time at 1). If the
   * slow time is over the budget, the bench exits with status 1.
   */
  const report = (what: string, times: number[], budgetMs?: number, fraction = 1): void => {
    const [medianMs, slowMs] = [median(times), quantile(times, fraction)];
    const slowName = fraction === 1 ? `slowest of ${times.length}` : `p${fraction * 100}`;
    console.log(
      [
        `${what.padEnd(16)} ${times.length > 1 ? "median" : "once"} ${medianMs.toFixed(2)} ms`,
        ...(times.length > 1 ? [`${slowName} ${slowMs.toFixed(2)} ms`] : []),
        `${(medianMs / checkMs).toFixed(0)} x a signature check`,
        ...(budgetMs === undefined ? [] : [`budget ${budgetMs} ms`]),
      ].join(", "),
    );
    if (budgetMs !== undefined && slowMs > budgetMs) process.exitCode = 1;
  };
  console.log(`signature check  median ${checkMs.toFixed(2)} ms`);
  report(`list of ${TICKET_COUNT}`, listTimes, BUDGETS_MS.list);
  report("first count", firstCountTimes);
  report("next counts", countTimes, BUDGETS_MS.count);
  report("scan online", scanTimes, BUDGETS_MS.scan, 0.95);
} finally {
  await shop.end("SIGTERM");
  rmSync(dataDir, { recursive: true, force: true });
}
// The part without a network runs even if a budget was missed; then the exit status stays 1.
await import("./door-offline.ts");

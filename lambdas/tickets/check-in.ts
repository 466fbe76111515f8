import type { doorApi, NewCheckIn } from "../../shared/api-tickets.ts";
import type { Body, Output } from "../../shared/endpoint.ts";
import { toDoorTicket } from "../../shared/tickets/ticket.ts";
import { AppError, notFound } from "../lib/errors.ts";
import { log } from "../lib/log.ts";
import { UnreadableItem } from "../lib/parse-item.ts";
import { waitForAll } from "../lib/wait-for-all.ts";
import { changeTicket } from "./change-ticket.ts";
import { decideCheckIn, toCheckIn, type Device } from "./check-in-rules.ts";
import { putUnknownScan } from "./unknown-scan-table.ts";

type CheckIns = Body<typeof doorApi.checkIn>;
type Results = Output<typeof doorApi.checkIn>;
type Result = Results["results"][number];

/**
 * Checks in tickets of an event. A check-in that is sent twice, with the same id, is applied once. The times of scans are
 * corrected by the clock's offset that the device has measured, or else by the difference between `sentAt` and `now`. Check-ins
 * of one ticket are applied in the sequence in which they were sent. Throws 503 if the table refuses a write; the device then
 * sends all check-ins again.
 */
export async function checkIn(
  productId: string,
  { deviceId, door, sentAt, checkIns }: CheckIns,
  by: string,
  now: Date,
): Promise<Results> {
  const device: Device = { deviceId, door, by, offsetMs: +now - Date.parse(sentAt) };
  const scansByTicket = Map.groupBy(checkIns, ({ ticketId }) => ticketId);
  const results = new Map<NewCheckIn, Result>();
  await waitForAll(
    [...scansByTicket.values()].map(async (scans) => {
      for (const scan of scans) results.set(scan, await applyCheckIn(productId, scan, device, now));
    }),
  );
  log.info("Checked in", { productId, deviceId, clockOffset: device.offsetMs, checkIns: checkIns.length });
  return {
    results: checkIns.flatMap((scan) => results.get(scan) ?? []),
    now: now.toISOString(),
  };
}

async function applyCheckIn(productId: string, scan: NewCheckIn, device: Device, now: Date): Promise<Result> {
  const { id, ticketId } = scan;
  let result: Result["result"] = "unknown";
  const recordUnknown = async (): Promise<Result> => {
    // A door without a network has already let the person in. If the scan were not stored, only the device would know.
    if (scan.isOffline)
      await putUnknownScan(productId, { ...toCheckIn(undefined, scan, device, now), ticketId }, now);
    return { id, result: "unknown" };
  };
  try {
    const ticket = await changeTicket(ticketId, (storedTicket) => {
      if (storedTicket.productId !== productId) throw notFound();
      const decision = decideCheckIn(storedTicket, scan, device, now);
      ({ result } = decision);
      return decision.change;
    });
    return { id, result, ticket: toDoorTicket(ticket) };
  } catch (error) {
    if (error instanceof AppError && error.status === 404) return recordUnknown();
    // One unreadable ticket must not prevent that the device's other check-ins are stored.
    if (!(error instanceof UnreadableItem)) throw error;
    log.error("A ticket cannot be read", { ticketId, wrong: error.invalidPaths });
    return recordUnknown();
  }
}

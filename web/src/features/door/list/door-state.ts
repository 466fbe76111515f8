import type { DoorAnswer } from "../../../../../shared/tickets/door-answer.ts";
import type { DoorTicket } from "../../../../../shared/tickets/ticket.ts";
import type { Connection } from "./connection.ts";
import type { QueuedCheckIn, StoredList } from "./stored-list.ts";

/** The result of a scan or a search that the screen shows. `key` changes with each result. */
export type ShownResult =
  | { key: number; kind: "answer"; answer: DoorAnswer; checkInId?: string }
  | { key: number; kind: "pick-up"; code: string };

/** A check-in of this device, for the list of recent check-ins. `madeAt`: in ms by the device's clock. */
export type RecentCheckIn = { checkIn: QueuedCheckIn; madeAt: number; ticket: DoorTicket | undefined };

export type DoorState = {
  list: StoredList | undefined;
  connection: Connection;
  /** False while a change is not stored, because a write has failed: unsent check-ins may be lost if the page closes. */
  isStored: boolean;
  /** The number of tickets, and how many of their guests are in; see `summary` in ticket-rows.ts. */
  counts: { total: number; in: number };
  /** The number of queued check-ins, without those in `unknownCheckIns`. */
  queuedCount: number;
  /** The tickets whose check-ins somebody has to look at. */
  conflicts: readonly DoorTicket[];
  /** Check-ins of this device, not undone, with tickets that the shop does not have. */
  unknownCheckIns: readonly QueuedCheckIn[];
  recentCheckIns: readonly RecentCheckIn[];
  shownResult: ShownResult | undefined;
};

export const INITIAL_STATE: DoorState = {
  list: undefined,
  connection: "online",
  isStored: true,
  counts: { total: 0, in: 0 },
  queuedCount: 0,
  conflicts: [],
  unknownCheckIns: [],
  recentCheckIns: [],
  shownResult: undefined,
};

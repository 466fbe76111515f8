/** A ticket: one piece of a ticket line of a paid order, or a gift of an admin. */
import * as z from "zod/mini";
import { EventFacts, isEventOver } from "../event-facts.ts";
import { Timestamp } from "../timestamp.ts";

/** Someone was let in. `at`: the time of the scan by the shop's clock. */
export const CheckIn = z.object({
  /** A UUID that the device made, so that each check-in counts once. */
  id: z.string().check(z.regex(/^[\da-f-]{36}$/, "Not the id of a check-in")),
  at: Timestamp,
  /** What the team calls the door or device: 'Front door'. */
  door: z.string(),
  deviceId: z.string(),
  /** The email address of the team member. */
  by: z.string(),
  /** The guest was let in without the shop's answer, for example without a network. */
  isOffline: z.boolean(),
  /**
   * How many ms the device's clock was behind the shop's clock, if the device's clock was wrong. `at` is
   * already corrected.
   */
  clockOffset: z.optional(z.int()),
  /**
   * The offset when the check-in was reported. Present only if it differs from `clockOffset`, because
   * somebody has set the clock between scan and report.
   */
  offsetAtReport: z.optional(z.int()),
  /**
   * Someone was let in without the shop's answer, with a code that was replaced because the ticket was sent to somebody
   * else.
   */
  oldCode: z.optional(z.boolean()),
  undoneAt: z.optional(Timestamp),
});
export type CheckIn = z.infer<typeof CheckIn>;

export const VoidReason = z.enum(["refunded", "cancelled", "by-admin"]);
export type VoidReason = z.infer<typeof VoidReason>;
const VoidDetails = z.object({ why: VoidReason, at: Timestamp });

/** valid: not used yet. used: someone was let in. void: refunded, cancelled, or taken back by an admin. */
export const TicketState = z.enum(["valid", "used", "void"]);
export type TicketState = z.infer<typeof TicketState>;

/** A ticket as it is stored. */
export const Ticket = z.object({
  ticketId: z.string(),
  /** The ticket product, which is the event. */
  productId: z.string(),
  variantId: z.optional(z.string()),
  /** 'Barrel Tasting' or 'Barrel Tasting (VIP)' */
  name: z.string(),
  /** The event as in the latest mail to the holder. */
  event: z.optional(EventFacts),
  /** The event's current end if it has changed since. The ticket's time of deletion depends on it. */
  eventEndsAt: z.optional(Timestamp),
  /** Absent for a ticket that an admin has given away. */
  orderId: z.optional(z.string()),
  /** The order's number for people, such as 'BV-1042'. Also absent in tickets that an older version issued. */
  orderNumber: z.optional(z.string()),
  /** The index of the ticket's line in the order. */
  line: z.optional(z.int()),
  /** The ticket's number among the tickets of its order or of one gift, from 1. */
  n: z.int(),
  /** How many tickets its order or the gift has. */
  of: z.int(),
  holder: z.string(),
  /** The holder's email address, to which the ticket is mailed; absent after the holder's data was erased. */
  email: z.optional(z.string()),
  /** The name of the former holder, who has sent the ticket to the holder. */
  sentBy: z.optional(z.string()),
  /** The former holder's address, by which an erasure finds `sentBy`. Absent too if an older version transferred the ticket. */
  sentByEmail: z.optional(z.string()),
  /** How often the ticket became valid again after it was void. */
  restored: z.optional(z.int()),
  /**
   * How often the ticket was transferred (sent to somebody else). Each transfer makes a new code; the old code is
   * refused.
   */
  generation: z.int(),
  code: z.string(),
  shortCode: z.string(),
  issuedAt: Timestamp,
  void: z.optional(VoidDetails),
  /** An admin gave the ticket away. `reason` is for the back office only. */
  complimentary: z.optional(z.object({ reason: z.string(), by: z.string() })),
  checkIns: z.array(CheckIn),
  changedAt: Timestamp,
  /** Counts the ticket's events. */
  sequence: z.int(),
  version: z.int(),
});
export type Ticket = z.infer<typeof Ticket>;

/** Compares by time of scan, and by id for the same time, so that every device sorts check-ins in the same way. */
const isBefore = (a: CheckIn, b: CheckIn): boolean => (a.at === b.at ? a.id < b.id : a.at < b.at);

/**
 * The check-ins that were not undone, by time of scan. The first one counts. Each later one is a conflict.
 */
export const activeCheckIns = ({ checkIns }: Pick<Ticket, "checkIns">): CheckIn[] =>
  checkIns.filter(({ undoneAt }) => undoneAt === undefined).sort((a, b) => (isBefore(a, b) ? -1 : 1));

/** Whether the ticket's guest is in: someone was let in with the ticket while the ticket was not void. */
export function isGuestIn(ticket: Pick<Ticket, "void" | "checkIns">): boolean {
  const [firstCheckIn] = activeCheckIns(ticket);
  return firstCheckIn !== undefined && (ticket.void === undefined || firstCheckIn.at < ticket.void.at);
}

/** A void ticket is 'void' even if someone was let in with it. */
export function stateOf(ticket: Pick<Ticket, "void" | "checkIns">): TicketState {
  if (ticket.void) return "void";
  return activeCheckIns(ticket).length > 0 ? "used" : "valid";
}

/** The data of a ticket for a person who has its code, or had an earlier code of it. */
export const TicketView = z.object({
  ticketId: z.string(),
  name: z.string(),
  productId: z.string(),
  event: z.optional(EventFacts),
  /** `n` and `of`: see Ticket. */
  n: z.int(),
  of: z.int(),
  holder: z.string(),
  /** moved: the ticket was transferred to another person, who has a new code. */
  state: z.enum([...TicketState.options, "moved"]),
  /** Only for a valid or used ticket. */
  code: z.optional(z.string()),
  shortCode: z.optional(z.string()),
  usedAt: z.optional(Timestamp),
  /** Whether the ticket can be transferred to another person. */
  canMove: z.boolean(),
});
export type TicketView = z.infer<typeof TicketView>;

/** A ticket on the list of a door. */
export const DoorTicket = z.object({
  ticketId: z.string(),
  name: z.string(),
  holder: z.string(),
  /** `n` and `of`: see Ticket. */
  n: z.int(),
  of: z.int(),
  generation: z.int(),
  shortCode: z.string(),
  void: z.optional(VoidDetails),
  checkIns: z.array(CheckIn),
  changedAt: Timestamp,
  /** An admin gave the ticket away. */
  isComplimentary: z.optional(z.boolean()),
});
export type DoorTicket = z.infer<typeof DoorTicket>;
/** The ticket without the fields that a door does not need, such as the code and the address. */
export const toDoorTicket = (ticket: Ticket): DoorTicket =>
  z.parse(DoorTicket, { ...ticket, ...(ticket.complimentary ? { isComplimentary: true } : {}) });

/**
 * The check-ins of a ticket that an admin has to look at: all except the first, all after the ticket became void, and all
 * with a code that was replaced.
 */
export const conflictsOf = (ticket: Pick<Ticket, "void" | "checkIns">): CheckIn[] =>
  activeCheckIns(ticket).filter(
    ({ at, oldCode }, i) => i > 0 || oldCode || (ticket.void !== undefined && at >= ticket.void.at),
  );

/** A check-in can be undone for this time, in ms. */
export const CHECK_IN_UNDO_MS = 60_000;

/** How often a ticket can be transferred. */
export const MAX_TRANSFERS = 10;

/** Whether the person who has the ticket's code can transfer the ticket at `now` (ms). */
export const canTransfer = (ticket: Ticket, now: number): boolean =>
  stateOf(ticket) === "valid" && ticket.generation < MAX_TRANSFERS && !isEventOver(ticket, now);

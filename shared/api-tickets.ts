import * as z from "zod/mini";
import type { Endpoint } from "./endpoint.ts";
import { customerFields } from "./customer-fields.ts";
import { EventFacts } from "./event-facts.ts";
import { RequestId } from "./request-id.ts";
import { line } from "./text.ts";
import { CODE_LENGTH } from "./tickets/ticket-code.ts";
import { PublicKey } from "./tickets/ticket-keys.ts";
import { UnknownScan } from "./tickets/unknown-scans.ts";
import { CheckIn, DoorTicket, Ticket, TicketState, TicketView } from "./tickets/ticket.ts";
import { Timestamp } from "./timestamp.ts";

const { email } = customerFields;
const Code = z.string().check(z.maxLength(CODE_LENGTH));
/** The most tickets that one request reads. */
export const MAX_CODES_READ = 40;
/** The most check-ins in one request. */
export const MAX_CHECK_INS = 50;

/** The endpoints for the person who has a ticket's code, and the keys with which everybody can check codes. */
export const ticketsApi = {
  listTicketKeys: {
    method: "GET",
    path: "/api/tickets/keys",
    access: "public",
    handledBy: "ticket-api",
    summary: "The public keys with which the codes of tickets are checked, as JSON Web Keys",
    status: 200,
    output: z.object({
      keys: z.array(
        z.object({
          id: z.int(),
          key: PublicKey,
          notAfter: z.optional(Timestamp),
        }),
      ),
    }),
  },
  readTickets: {
    method: "POST",
    path: "/api/tickets/read",
    access: "public",
    handledBy: "ticket-api",
    summary: "The tickets with these codes; codes that are not of a ticket are left out",
    status: 200,
    body: z.object({ codes: z.array(Code).check(z.minLength(1), z.maxLength(MAX_CODES_READ)) }),
    output: z.object({ tickets: z.array(TicketView) }),
  },
  moveTicket: {
    method: "POST",
    path: "/api/tickets/move",
    access: "public",
    handledBy: "ticket-api",
    summary: "Sends a ticket to somebody else, with a new code; the old code is refused from then on",
    status: 200,
    body: z.object({ code: Code, name: line("Name is required", 100), email }),
    output: TicketView,
  },
} as const satisfies Record<string, Endpoint>;

const doorBase = { access: "door", handledBy: "door-api" } as const;

/** A product with event facts and tickets. */
const DoorEventRow = z.object({
  productId: z.string(),
  name: z.string(),
  event: EventFacts,
  /** The number of tickets, without void tickets whose guest was not let in. */
  tickets: z.int(),
  /** The number of tickets whose guest was let in: see `isGuestIn` in tickets/ticket.ts. */
  checkedIn: z.int(),
});
export type DoorEventRow = z.infer<typeof DoorEventRow>;

/** `sentAt`: when the device sent the request, by the device's clock. */
const deviceFields = {
  deviceId: z.string().check(z.regex(/^[\da-f-]{36}$/, "Not the id of a device")),
  door: line("Door", 60),
  sentAt: Timestamp,
};

/** 100 years. */
const MAX_CLOCK_OFFSET_MS = 3_155_760_000_000;

/**
 * What a device did with a ticket. Without `code`, a person typed the short code or chose the name;
 * `generation` (how often the ticket was transferred) is then that of the device's list, which may be some seconds old. Times
 * are by the device's clock. `clockOffset`: how many ms the device's clock was behind the shop's clock at the scan, as the
 * device has measured it. Without `clockOffset`, the server corrects the times by `sentAt`.
 */
const NewCheckIn = z.object({
  id: CheckIn.shape.id,
  ticketId: z.string().check(z.maxLength(40)),
  code: z.optional(Code),
  generation: z.optional(z.int().check(z.nonnegative())),
  at: Timestamp,
  clockOffset: z.optional(z.int().check(z.gte(-MAX_CLOCK_OFFSET_MS), z.lte(MAX_CLOCK_OFFSET_MS))),
  isOffline: z.boolean(),
  undoneAt: z.optional(Timestamp),
});
export type NewCheckIn = z.infer<typeof NewCheckIn>;

/** The endpoints of the page /door, for members of the group `door` or `admin`. */
export const doorApi = {
  listDoorEvents: {
    ...doorBase,
    method: "GET",
    path: "/api/door/events",
    summary: "The events that have not ended, or ended at most a day ago, soonest first",
    status: 200,
    output: z.object({ events: z.array(DoorEventRow) }),
  },
  listDoorTickets: {
    ...doorBase,
    method: "GET",
    path: "/api/door/events/{id}/tickets",
    summary:
      "An event's tickets in pages, by time of change; with `since`, those that have changed since then",
    status: 200,
    query: z.object({
      cursor: z.optional(z.string().check(z.maxLength(2000))),
      since: z.optional(Timestamp),
    }),
    output: z.object({
      tickets: z.array(DoorTicket),
      cursor: z.optional(z.string()),
      /** The `since` of the next request after all pages are read. */
      until: Timestamp,
      /** The shop's clock. */
      now: Timestamp,
    }),
  },
  checkIn: {
    ...doorBase,
    method: "POST",
    path: "/api/door/events/{id}/check-ins",
    summary:
      "Checks tickets in, once for each id; also undoes check-ins, and takes those that were made without a network",
    status: 200,
    body: z.object({
      ...deviceFields,
      checkIns: z.array(NewCheckIn).check(z.minLength(1), z.maxLength(MAX_CHECK_INS)),
    }),
    output: z.object({
      /**
       * One result for each check-in. in: the check-in is stored. conflict: the check-in is stored (unless the
       * ticket has 50 that were not undone), but somebody else was let in with the same ticket, the ticket is void, or a
       * replaced code was scanned. undone: the check-in is stored as undone. refused: only for a device that
       * was online; the ticket is used or void, or its code was replaced, and the check-in is not stored. unknown:
       * the event has no such ticket, or the ticket cannot be read; if the device was offline, the back office
       * shows the scan.
       */
      results: z.array(
        z.object({
          id: z.string(),
          result: z.enum(["in", "undone", "conflict", "refused", "unknown"]),
          ticket: z.optional(DoorTicket),
        }),
      ),
      now: Timestamp,
    }),
  },
  readPickUp: {
    ...doorBase,
    method: "POST",
    path: "/api/door/pick-ups/read",
    summary: "What to hand over for the code of an order that is picked up",
    status: 200,
    body: z.object({ code: Code }),
    output: z.object({
      orderId: z.string(),
      customer: z.string(),
      items: z.array(z.object({ name: z.string(), quantity: z.int() })),
      /**
       * completed: the order was handed over before; `by` and `at` say by whom and when. refused: the order
       * must not be handed over; `why` is the reason.
       */
      state: z.enum(["open", "completed", "refused"]),
      at: z.optional(Timestamp),
      by: z.optional(z.string()),
      why: z.optional(z.string()),
    }),
  },
  completePickUp: {
    ...doorBase,
    method: "POST",
    path: "/api/door/pick-ups",
    summary: "Sets an order that was picked up to Completed",
    status: 200,
    body: z.object({ code: Code }),
    output: z.object({ orderId: z.string(), at: Timestamp, by: z.string() }),
  },
} as const satisfies Record<string, Endpoint>;

const adminBase = { access: "admin", handledBy: "ticket-api" } as const;
/** The most tickets whose holders one request mails, so that it takes some seconds at most. */
export const MAX_MAILED_TICKETS = 20;
const GIFT_QUANTITY_ERROR = `Number of tickets must be a whole number from 1 to ${MAX_MAILED_TICKETS}`;

/** A ticket as the back office shows it. */
const AdminTicket = z.extend(z.omit(Ticket, { code: true, sentByEmail: true }), { state: TicketState });
export type AdminTicket = z.infer<typeof AdminTicket>;

/** An event as the back office shows it. */
const AdminEventRow = z.extend(DoorEventRow, {
  /** Pieces of the product's stock. */
  available: z.int(),
  held: z.int(),
  sold: z.int(),
  /** Numbers of tickets. `complimentary` leaves out void tickets whose guest was not let in. */
  void: z.int(),
  complimentary: z.int(),
  /** The number of check-ins that an admin has to look at: see `conflictsOf` in tickets/ticket.ts. */
  conflicts: z.int(),
  /** The number of offline scans of tickets that the shop does not have. */
  unknown: z.int(),
});
export type AdminEventRow = z.infer<typeof AdminEventRow>;

/** The endpoints of the back office for tickets. */
export const adminTicketsApi = {
  listEvents: {
    ...adminBase,
    method: "GET",
    path: "/api/admin/events",
    summary: "All ticket products with event facts, and the numbers of their tickets",
    status: 200,
    output: z.object({
      /** False in a stage without tickets. */
      isOn: z.boolean(),
      events: z.array(AdminEventRow),
    }),
  },
  listTickets: {
    ...adminBase,
    method: "GET",
    path: "/api/admin/events/{id}/tickets",
    summary: "All tickets of an event, in pages",
    status: 200,
    query: z.object({ cursor: z.optional(z.string().check(z.maxLength(2000))) }),
    output: z.object({
      tickets: z.array(AdminTicket),
      /** Offline scans of tickets that the shop does not have. Only on the first page. */
      unknownScans: z.optional(z.array(UnknownScan)),
      cursor: z.optional(z.string()),
    }),
  },
  giveTickets: {
    ...adminBase,
    method: "POST",
    path: "/api/admin/events/{id}/tickets",
    summary: "Issues complimentary tickets, and mails them; the event's stock does not change",
    status: 201,
    body: z.object({
      /** A repeated request with the same id has no further effect. */
      requestId: RequestId,
      name: line("Name is required", 100),
      email,
      reason: line("Reason is required", 200),
      quantity: z
        .int(GIFT_QUANTITY_ERROR)
        .check(z.gte(1, GIFT_QUANTITY_ERROR), z.lte(MAX_MAILED_TICKETS, GIFT_QUANTITY_ERROR)),
    }),
    output: z.object({ tickets: z.array(AdminTicket) }),
  },
  voidTicket: {
    ...adminBase,
    method: "POST",
    path: "/api/admin/tickets/{id}/void",
    summary: "Makes a ticket void",
    status: 200,
    output: AdminTicket,
  },
  sendTicket: {
    ...adminBase,
    method: "POST",
    path: "/api/admin/tickets/{id}/mails",
    summary: "Mails a ticket to its holder again",
    status: 200,
    output: AdminTicket,
  },
  tellOfChange: {
    ...adminBase,
    method: "POST",
    path: "/api/admin/tickets/event-mails",
    summary:
      "Mails the holders of valid tickets whose event has changed, and stores the event's new facts with the tickets",
    status: 200,
    body: z.object({
      ticketIds: z
        .array(z.string().check(z.maxLength(40)))
        .check(z.minLength(1), z.maxLength(MAX_MAILED_TICKETS)),
    }),
    /**
     * The number of tickets that were mailed. The other tickets are not valid, have no changed event, no address, or an
     * address that takes no mail.
     */
    output: z.object({ told: z.int() }),
  },
  letIn: {
    ...adminBase,
    method: "POST",
    path: "/api/admin/tickets/{id}/check-ins",
    summary: "Lets the holder in by hand",
    status: 200,
    body: z.object({ id: CheckIn.shape.id }),
    output: AdminTicket,
  },
} as const satisfies Record<string, Endpoint>;

const staffBase = { access: "admin", handledBy: "staff-api" } as const;
const StaffMember = z.object({
  email: z.string(),
  /** invited: the person has not signed in yet. */
  state: z.enum(["invited", "active"]),
  /** The time of the latest invitation, or else of the account's creation. */
  since: Timestamp,
});
export type StaffMember = z.infer<typeof StaffMember>;
export const StaffChange = z.object({
  at: Timestamp,
  by: z.string(),
  email: z.string(),
  what: z.enum(["invited", "removed"]),
});

/** The endpoints of the back office for the people at the door. */
export const staffApi = {
  listStaff: {
    ...staffBase,
    method: "GET",
    path: "/api/admin/staff",
    summary: "The people in the group `door`, and the latest hundred changes",
    status: 200,
    output: z.object({ staff: z.array(StaffMember), changes: z.array(StaffChange) }),
  },
  inviteStaff: {
    ...staffBase,
    method: "POST",
    path: "/api/admin/staff",
    summary: "Invites a person to the group `door` by email",
    status: 201,
    body: z.object({ email }),
    output: StaffMember,
  },
  removeStaff: {
    ...staffBase,
    method: "POST",
    // The address is in the body, because paths are in logs, and the firewall may take '.com' at the end of a path for a program.
    path: "/api/admin/staff/removals",
    summary:
      "Removes a person from the group `door`, and ends the person's sessions unless the person is an admin",
    status: 204,
    body: z.object({ email: z.string() }),
  },
} as const satisfies Record<string, Endpoint>;

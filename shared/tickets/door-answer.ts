/** Pure: what a door answers to a code. The device and the server use the same rules. */
import { activeCheckIns, type CheckIn, type DoorTicket, type VoidReason } from "./ticket.ts";
import type { CodeCheck, CodeContent } from "./ticket-code.ts";

/** An event that a device knows. `hash`: how codes name it. */
export type DoorEvent = { productId: string; hash: string; title: string; startsAt: string };

export type Refusal =
  | { why: "unreadable" | "forged" | "key-expired" | "unknown" | "moved" | "pick-up" }
  | { why: "void"; reason: VoidReason; at: string }
  /** `event`: the other event, if the device knows it. */
  | { why: "another-event"; event?: DoorEvent };

export type DoorAnswer =
  | { answer: "let-in"; ticket: DoorTicket | undefined; content?: CodeContent }
  | { answer: "already-in"; ticket: DoorTicket; first: CheckIn }
  | ({ answer: "not-valid"; ticket?: DoorTicket } & Refusal);

/** The answer to a ticket on the list. `generation` is absent if a person typed the short code or chose a name. */
export function answerToTicket(ticket: DoorTicket, generation = ticket.generation): DoorAnswer {
  if (ticket.void)
    return { answer: "not-valid", why: "void", reason: ticket.void.why, at: ticket.void.at, ticket };
  if (generation !== ticket.generation) return { answer: "not-valid", why: "moved", ticket };
  const [first] = activeCheckIns(ticket);
  return first ? { answer: "already-in", ticket, first } : { answer: "let-in", ticket };
}

type DoorList = {
  event: DoorEvent;
  /** The other events that the device knows. */
  others: readonly DoorEvent[];
  ticketOf: (ticketId: string) => DoorTicket | undefined;
  /** The list has every change up to this time, in ms since 1970. */
  completeUntil: number;
};

/** The server stores a ticket some seconds after its code was made. */
const STORING_MS = 60_000;

/** The answer to a scanned code. A ticket that was issued after the list was loaded is let in, because its signature is right. */
export function answerToCode(check: CodeCheck, list: DoorList): DoorAnswer {
  if (!check.ok) return { answer: "not-valid", why: check.why };
  const { content } = check;
  if (content.kind === "order") return { answer: "not-valid", why: "pick-up" };
  if (content.event !== list.event.hash) {
    const event = list.others.find(({ hash }) => hash === content.event);
    return { answer: "not-valid", why: "another-event", ...(event && { event }) };
  }
  const ticket = list.ticketOf(content.id);
  const isNew = content.issuedAt * 1000 > list.completeUntil - STORING_MS;
  if (!ticket)
    return isNew ? { answer: "let-in", ticket: undefined, content } : { answer: "not-valid", why: "unknown" };
  // A code of a higher generation is newer than the list, so it is accepted.
  const answer = answerToTicket(ticket, Math.min(content.generation, ticket.generation));
  return answer.answer === "let-in" ? { ...answer, content } : answer;
}

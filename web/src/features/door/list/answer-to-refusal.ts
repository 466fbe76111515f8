import { answerToTicket, type DoorAnswer } from "../../../../../shared/tickets/door-answer.ts";
import { parseCode } from "../../../../../shared/tickets/ticket-code.ts";
import type { DoorTicket } from "../../../../../shared/tickets/ticket.ts";
import type { QueuedCheckIn } from "./stored-list.ts";

/**
 * The answer to a guest whose check-in the server has refused. `ticket`: the check-in's ticket; undefined if the server or the
 * device does not know it.
 */
export function answerToRefusal(checkIn: QueuedCheckIn, ticket: DoorTicket | undefined): DoorAnswer {
  if (!ticket) return { answer: "not-valid", why: "unknown" };
  const sentGeneration = parseCode(checkIn.code ?? "")?.generation ?? checkIn.generation ?? Infinity;
  // As in `answerToCode`: a code of a higher generation is newer than the known ticket, so it counts as the ticket's current code.
  const answer = answerToTicket(ticket, Math.min(sentGeneration, ticket.generation));
  // The ticket itself is valid, but its code was replaced by a new one, because the shop has withdrawn the code's key.
  return answer.answer === "let-in" ? { answer: "not-valid", why: "key-expired", ticket } : answer;
}

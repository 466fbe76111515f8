import type { ErasureOutcome } from "./erase-order.ts";
import type { CustomerIds } from "./stored-orders.ts";

const idsWith = (outcomes: readonly ErasureOutcome[], result: ErasureOutcome["result"]): string[] =>
  outcomes.filter((outcome) => outcome.result === result).map(({ orderId }) => orderId);

const refusalsIn = (outcomes: readonly ErasureOutcome[]): string[] =>
  outcomes.flatMap((outcome) =>
    outcome.result === "refused" ? [`${outcome.orderId}: ${outcome.reason}`] : [],
  );

const listUnder = (heading: string, entries: readonly string[]): string[] =>
  entries.length > 0 ? [heading, ...entries.map((entry) => `  ${entry}`)] : [];

/** The orders by outcome, without those that are gone, as a text: what will be done or, if `isDone`, what was done. */
export function describeOutcomes(outcomes: readonly ErasureOutcome[], isDone: boolean): string {
  const verb = isDone ? "were" : "will be";
  return [
    ...listUnder(
      `Name, addresses, phone, notes, requests and tracking numbers, and the holder of the order's tickets ${verb} erased; amounts, items, dates, state and Stripe's ids stay:`,
      idsWith(outcomes, "erased"),
    ),
    ...listUnder(`Never paid, ${verb} deleted:`, idsWith(outcomes, "deleted")),
    ...listUnder(
      `Not erased, because the data is still needed; only consents to the newsletter ${verb} withdrawn. Repeat the command later:`,
      refusalsIn(outcomes),
    ),
    ...listUnder(
      "NOT erased, because a part of the order cannot be read. The back office says which part; mend it, then repeat the command:",
      idsWith(outcomes, "unreadable"),
    ),
  ].join("\n");
}

/**
 * A text for the question before the erasure. `ticketIds`: tickets that the customer got from somebody else or as a gift of the
 * shop, or that an interrupted erasure has left. `sentTicketIds`: tickets that the customer sent to somebody else. '' without
 * tickets.
 */
export const describeTickets = ({
  ticketIds,
  sentTicketIds,
}: Pick<CustomerIds, "ticketIds" | "sentTicketIds">): string =>
  [
    ...listUnder(
      "Holder's name and address will be erased from these tickets; their codes stay valid:",
      ticketIds,
    ),
    ...listUnder(
      "The sender will be erased from these tickets, which belong to somebody else:",
      sentTicketIds,
    ),
  ].join("\n");

/** A text for the question before the erasure: requests for back-in-stock mails, which will be deleted. '' without requests. */
export const describeStockRequests = (requests: readonly { productId: string; askedAt: string }[]): string =>
  listUnder(
    "These requests for a mail that a product is back will be deleted:",
    requests.map(({ productId, askedAt }) => `${productId}, asked on ${askedAt.slice(0, 10)}`),
  ).join("\n");

/** Whether the command must be repeated. */
export const isIncomplete = (outcomes: readonly ErasureOutcome[]): boolean =>
  outcomes.some(({ result }) => result === "refused" || result === "unreadable");

/** The places that may still contain the customer's data. */
export const describeOutOfReach = ({
  logRetentionDays,
  teamEmail,
}: {
  logRetentionDays: number;
  teamEmail: string;
}): string =>
  `What this command does not reach:
- Mails: those to the customer, and in ${teamEmail} the notice of each order, requests and messages of the contact form. Delete them there.
- Stripe: the payment, the email address and the card. https://docs.stripe.com/privacy/redaction; a payment that is redacted cannot be refunded.
- Consumers of events: the event OrderErased tells them to delete their copies.
- Files that people have exported (CSV): these people have to delete them.
- Tickets that the customer got from somebody and sent on while an older version of the shop did not store the sender's address:
  such a ticket has the customer's name as that of its sender, and the reason if it was a gift, until it is deleted 90 days
  after its event.
- Backups of the table: gone after 35 days. After a restore repeat the erasures since then (infra/RUNBOOK.md).
- The archive of events, for a year: items, amounts and the reasons that admins typed, under
  order numbers; no names and addresses but those that an admin typed into a reason.
- Logs, for ${logRetentionDays} days: order numbers, without names and addresses.
- Door staff: if the address was ever invited to the door, the account in Cognito, and for two years who invited or removed it.
- If mail came back from the address: a hash of it, and SES's suppression list (infra/OPERATE.md).`;

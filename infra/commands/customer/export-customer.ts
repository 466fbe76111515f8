import { variantField } from "../../../lambdas/back-in-stock/request-table.ts";
import { findUndeliverable } from "../../../lambdas/mail/undeliverable-table.ts";
import { getSubscriber } from "../../../lambdas/newsletter/subscriber-table.ts";
import { readContactsInUnsentDeliveries } from "../../../lambdas/webhooks/contact-table.ts";
import { readWebhooks } from "../../../lambdas/webhooks/endpoint-table.ts";
import { readItems } from "../../../lambdas/lib/read-items.ts";
import { ticketIdsOf } from "./ticket-ids.ts";
import { findIdsOfCustomer, readItemsOfOrder, type StoredItem } from "./stored-orders.ts";

/** Internal attributes: keys, copies for indexes, hashes, the TTL, and the tokens of links. */
const INTERNAL_ATTRIBUTES = [
  "pk",
  "sk",
  "listPk",
  "listSk",
  "changePk",
  "changeSk",
  "summary",
  "contentHash",
  "consentToken",
  "linkToken",
  "codeHash",
  "ttl",
];

/** Removes hashes, and replaces the email addresses of the team (the field `by`), which are not the customer's data. */
const withoutHashesAndTeam = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(withoutHashesAndTeam);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([name]) => name !== "hash")
      .map(([name, field]: [string, unknown]) =>
        name === "by" && !["customer", "stripe", "shop"].includes(String(field))
          ? [name, "team"]
          : [name, withoutHashesAndTeam(field)],
      ),
  );
};

const withoutInternalAttributes = (storedItem: StoredItem): unknown =>
  withoutHashesAndTeam(
    Object.fromEntries(Object.entries(storedItem).filter(([name]) => !INTERNAL_ATTRIBUTES.includes(name))),
  );

/**
 * A ticket that the customer has from somebody else, without the sender's name. The reason of a gift is about its first
 * holder, so a ticket that was sent on (`generation` counts how often) has no reason either.
 */
function withoutOtherPeople({ sentBy: _, sentByEmail: __, ...ticket }: StoredItem): StoredItem {
  const { generation, complimentary } = ticket;
  if (generation === 0 || typeof complimentary !== "object") return ticket;
  return { ...ticket, complimentary: { ...complimentary, reason: undefined } };
}

const findStoredOrder = (items: readonly StoredItem[]): StoredItem =>
  items.find(({ sk }) => sk === "ORDER") ?? {};

const ticketKey = (ticketId: string) => ({ pk: `TICKET#${ticketId}`, sk: "TICKET" });
/** The mails about an order, with kind and time. The sort key of a mail's item begins with `MAIL#<kind>`. */
const mailsIn = (items: readonly StoredItem[]) =>
  items
    .filter(({ sk }) => String(sk).startsWith("MAIL#"))
    .map(({ sk, sentAt, at }) => ({
      kind: String(sk).split("#")[1],
      sentAt: sentAt ?? (typeof at === "number" ? new Date(at).toISOString() : undefined),
    }));

/** The address's consent in the list of subscribers; undefined if the list lacks the address. */
async function newsletterOf(email: string) {
  const subscriber = await getSubscriber(email);
  return subscriber && { state: subscriber.state, since: subscriber.since, orderId: subscriber.orderId };
}

/**
 * The customer's data in the table. Orders are exported without a check of the schema, and without internal attributes
 * and addresses of the team.
 */
export async function exportCustomer(email: string, now: Date) {
  const webhooks = await readWebhooks();
  const orders = [];
  const customerIds = await findIdsOfCustomer(email);
  for (const orderId of customerIds.orderIds) {
    const items = await readItemsOfOrder(orderId);
    const contactsByWebhook = await Promise.all(
      webhooks.map(({ id }) => readContactsInUnsentDeliveries(id, orderId)),
    );
    // Without tickets that were sent to somebody else, because they contain the new holder's data.
    const tickets = (await readItems(ticketIdsOf(findStoredOrder(items)).map(ticketKey)))
      .filter(({ generation }) => generation === 0)
      .map(withoutInternalAttributes);
    orders.push({
      order: withoutInternalAttributes(findStoredOrder(items)),
      tickets,
      mails: mailsIn(items),
      contactsInUnsentWebhooks: contactsByWebhook.flat(),
    });
  }
  const ticketsFromOthers = (await readItems(customerIds.ticketIds.map(ticketKey)))
    .map(withoutOtherPeople)
    .map(withoutInternalAttributes);
  // Only what is about the customer, because these tickets belong to somebody else.
  const sentTickets = (await readItems(customerIds.sentTicketIds.map(ticketKey))).map(
    ({ ticketId, name, sentBy }) => ({ ticketId, name, sentBy }),
  );
  const undeliverable = await findUndeliverable(email);
  const stockRequests = customerIds.stockRequests.map(({ productId, variantId, state, askedAt }) => ({
    productId,
    ...variantField(variantId),
    state,
    askedAt,
  }));
  const newsletter = await newsletterOf(email);
  return {
    email,
    exportedAt: now.toISOString(),
    orders,
    tickets: ticketsFromOthers,
    sentTickets,
    stockRequests,
    undeliverable,
    newsletter,
  };
}

import * as z from "zod/mini";
import { consentApi } from "../../shared/api-consent.ts";
import type { newsletterApi } from "../../shared/api-newsletter.ts";
import type { Output } from "../../shared/endpoint.ts";
import { fillPath } from "../../shared/endpoint.ts";
import { unsubscribePath } from "../../shared/newsletter-consent.ts";
import type { SubscriberState } from "../../shared/subscribers.ts";
import { invalid } from "../lib/errors.ts";
import {
  countSubscribers,
  type StoredSubscriber,
  querySubscribers,
  readWithdrawnCount,
} from "./subscriber-table.ts";

const DEFAULT_LIMIT = 100;

const Cursor = z.string().check(z.minLength(1), z.maxLength(400));
const encodeCursor = (address: string): string => Buffer.from(address, "utf8").toString("base64url");

function decodeCursor(cursor: string): string {
  const { success, data } = z.safeParse(Cursor, Buffer.from(cursor, "base64url").toString("utf8"));
  if (!success) throw invalid({ cursor: "Not a cursor" });
  return data;
}

const rowOf = ({ token, ...subscriber }: StoredSubscriber) => {
  const link = { orderId: subscriber.orderId, token };
  return {
    ...subscriber,
    unsubscribePagePath: fillPath(unsubscribePath, link),
    unsubscribePostPath: fillPath(consentApi.withdrawConsent.path, link),
  };
};

type Query = {
  state: SubscriberState;
  /** The start of the email address. */
  search?: string | undefined;
  cursor?: string | undefined;
  limit?: number | undefined;
};

/**
 * A page of the subscribers in a state, sorted by email address, with the links that end their consents. Throws 400 for
 * a cursor that is empty or too long.
 */
export async function listSubscribers(query: Query): Promise<Output<typeof newsletterApi.listSubscribers>> {
  const { state, search = "", cursor, limit = DEFAULT_LIMIT } = query;
  const after = cursor === undefined ? undefined : decodeCursor(cursor);
  const { subscribers, next } = await querySubscribers(state, { prefix: search, after, limit });
  return {
    subscribers: subscribers.map(rowOf),
    ...(next === undefined ? {} : { cursor: encodeCursor(next) }),
  };
}

/** How many people have agreed and how many have not confirmed yet, and the number of withdrawn consents. */
export async function readNewsletterCounts(
  now: Date,
): Promise<Output<typeof newsletterApi.newsletterCounts>> {
  const [agreed, waiting, withdrawn] = await Promise.all([
    countSubscribers("agreed", now),
    countSubscribers("waiting", now),
    readWithdrawnCount(),
  ]);
  return { agreed, waiting, withdrawn };
}

import { isDeepStrictEqual } from "node:util";
import * as z from "zod/mini";
import { EVENT_SOURCE, ShopEvent } from "../../shared/events.ts";
import { sendRequest } from "./http-client.ts";

type PublishedEvent = { source: string; detailType: string; detail: unknown };

/**
 * The difference between an event and the contract (the schemas in shared/events.ts), as one line; undefined without a
 * difference. Only the shop's own events are compared.
 */
export function contractProblem({ source, detailType, detail }: PublishedEvent): string | undefined {
  if (source !== EVENT_SOURCE) return undefined;
  const { success, data, error } = z.safeParse(ShopEvent, detail);
  if (!success) return `${detailType}: ${error.issues.map(({ path }) => path.join(".")).join(", ")} is wrong`;
  if (data.type !== detailType) return `${detailType}: its type is ${data.type}`;
  return isDeepStrictEqual(data, detail) ? undefined : `${detailType}: has fields that its schema lacks`;
}

const PublishedEvents = z.object({
  events: z.array(z.object({ source: z.string(), detailType: z.string(), detail: z.unknown() })),
});

/** Throws if one of the latest thousand events on a local stack's buses differs from the contract. */
export async function expectEventsMatchContract(url: string): Promise<void> {
  const { text } = await sendRequest(url, "/_local/events.json");
  const { events } = z.parse(PublishedEvents, JSON.parse(text));
  const problems = events.flatMap((event) => contractProblem(event) ?? []);
  if (problems.length > 0)
    throw new Error(`Published events differ from the contract: ${problems.join("; ")}`);
}

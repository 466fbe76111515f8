import { doorApi, ticketsApi } from "../../../../../shared/api-tickets.ts";
import type { Endpoint, Output } from "../../../../../shared/endpoint.ts";
import { messages } from "../../../../../shared/messages.ts";
import { call, parseOutput, urlOf, type CallArguments } from "../../../api.ts";
import { ApiError, toApiError } from "../../../api-error.ts";

const DEFAULT_TIMEOUT_MS = 15_000;

const noConnectionError = (cause: unknown) =>
  new ApiError(0, messages.noConnection, { code: "unavailable", cause });

/** Reads the access token. The import is dynamic, so that offline scanning does not wait for the module of the sign-in. */
async function readToken(): Promise<string> {
  const { readAccessToken } = await import("../../admin/auth/cognito.ts");
  const token = await readAccessToken().catch((cause: unknown) => {
    throw noConnectionError(cause);
  });
  if (token === undefined) throw new ApiError(401, messages.signInRequired);
  return token;
}

/**
 * Calls an endpoint of the door with the token of the sign-in. Throws an `ApiError`: status 0 if the token cannot be read, or if
 * there is no complete JSON answer in time, 401 if nobody is signed in, 500 for an answer that does not match the contract, or
 * the status of an error response. Throws another error if the module of the sign-in cannot be loaded.
 */
async function doorCall<const E extends Endpoint>(
  endpoint: E,
  ...[givenOptions]: CallArguments<E>
): Promise<Output<E>> {
  // The compiler has checked the options against the endpoint `E`.
  const options = (givenOptions ?? {}) as Parameters<typeof urlOf>[1];
  const signal = AbortSignal.timeout(options.timeoutMs ?? DEFAULT_TIMEOUT_MS);
  const timeoutRejection = new Promise<never>((_, reject) =>
    signal.addEventListener("abort", () => reject(noConnectionError(signal.reason))),
  );
  const token = await Promise.race([readToken(), timeoutRejection]);
  const response = await fetch(urlOf(endpoint, options), {
    method: endpoint.method,
    headers: {
      authorization: `Bearer ${token}`,
      accept: "application/json",
      ...(options.body === undefined ? {} : { "content-type": "application/json" }),
    },
    ...(options.body === undefined ? {} : { body: JSON.stringify(options.body) }),
    cache: "no-store",
    signal,
  }).catch((cause: unknown) => {
    throw noConnectionError(cause);
  });
  const body: unknown = await response.json().catch((cause: unknown) => {
    if (response.ok) throw noConnectionError(cause);
  });
  if (!response.ok) throw toApiError(response.status, body);
  return parseOutput(endpoint, body);
}

/** How long a check-in waits for the server while a guest waits. Then the door continues as if it were offline. */
const CHECK_IN_TIMEOUT_MS = 1_500;
/** The time limit for a page of the whole list. */
const LIST_TIMEOUT_MS = 30_000;
/** The time limit for the changes of the last minutes, which are few. */
const CHANGES_TIMEOUT_MS = 8_000;
/** The changes of this time are few; those of a longer time can be as many as the whole list. */
const FEW_CHANGES_MS = 120_000;

const hasFewChanges = (since: string | undefined): boolean =>
  since !== undefined && Date.now() - Date.parse(since) < FEW_CHANGES_MS;

type OptionsOf<N extends keyof typeof doorApi> = Parameters<typeof doorCall<(typeof doorApi)[N]>>[1];

export const doorServer = {
  listEvents: () => doorCall(doorApi.listDoorEvents),
  /** `no-cache`, because the browser's cache may have an answer that is up to five minutes old. */
  listKeys: () => call(ticketsApi.listTicketKeys, { timeoutMs: DEFAULT_TIMEOUT_MS, cache: "no-cache" }),
  listTickets: (id: string, query: { cursor?: string; since?: string }) =>
    doorCall(doorApi.listDoorTickets, {
      params: { id },
      query,
      timeoutMs: hasFewChanges(query.since) ? CHANGES_TIMEOUT_MS : LIST_TIMEOUT_MS,
    }),
  checkIn: (options: Pick<NonNullable<OptionsOf<"checkIn">>, "params" | "body">, isGuestWaiting: boolean) =>
    doorCall(doorApi.checkIn, { ...options, ...(isGuestWaiting ? { timeoutMs: CHECK_IN_TIMEOUT_MS } : {}) }),
  readPickUp: (code: string) => doorCall(doorApi.readPickUp, { body: { code } }),
  completePickUp: (code: string) => doorCall(doorApi.completePickUp, { body: { code } }),
};
export type DoorServer = typeof doorServer;

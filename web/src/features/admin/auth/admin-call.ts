import { del, get, isCancelError, patch, post, put } from "aws-amplify/api";
import * as z from "zod/mini";
import type { Endpoint, Output } from "../../../../../shared/endpoint.ts";
import { messages } from "../../../../../shared/messages.ts";
import type { CallArguments } from "../../../api.ts";
import { urlOf, CALL_TIMEOUT_MS, parseOutput } from "../../../api.ts";
import { ApiError, toApiError } from "../../../api-error.ts";
import { sessionStore } from "./session.ts";
import { API_NAME } from "./amplify.ts";
import { readAccessToken } from "./cognito.ts";

const AMPLIFY_METHODS = { GET: get, POST: post, PUT: put, PATCH: patch, DELETE: del } as const;

type AmplifyOptions = NonNullable<Parameters<typeof post>[0]["options"]>;
type CallOptions = Parameters<typeof urlOf>[1];

/** The error that Amplify throws for a response with a status of 300 or higher. */
const ErrorResponse = z.object({
  response: z.object({ statusCode: z.number(), body: z.optional(z.string()) }),
});

const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

function toError(error: unknown, signal: AbortSignal | undefined): unknown {
  if (isCancelError(error)) return signal?.reason ?? error;
  const parsed = z.safeParse(ErrorResponse, error);
  if (parsed.success) {
    const { statusCode, body = "" } = parsed.data.response;
    return toApiError(statusCode, parseJson(body));
  }
  if (error instanceof Error && error.name === "TimeoutError")
    return new ApiError(504, messages.unavailable, { cause: error });
  return new ApiError(0, messages.noConnection, { code: "unavailable", cause: error });
}

/** Sends a request through Amplify's REST client, with Amplify's retries turned off. */
async function send(endpoint: Endpoint, token: string, options: CallOptions): Promise<unknown> {
  const operation = AMPLIFY_METHODS[endpoint.method]({
    apiName: API_NAME,
    path: urlOf(endpoint, options),
    options: {
      headers: { authorization: `Bearer ${token}`, accept: "application/json" },
      // The cast is safe because every endpoint's body type allows JSON values only.
      ...(options.body === undefined ? {} : { body: options.body as NonNullable<AmplifyOptions["body"]> }),
      retryStrategy: { strategy: "no-retry" },
      defaultAuthMode: "none",
      timeout: options.timeoutMs ?? CALL_TIMEOUT_MS,
    },
  });
  const abort = () => operation.cancel();
  options.signal?.addEventListener("abort", abort);
  if (options.signal?.aborted) abort();
  try {
    const response = await operation.response;
    if (!endpoint.output || !("body" in response)) return undefined;
    return parseJson(await response.body.text());
  } catch (error) {
    throw toError(error, options.signal);
  } finally {
    options.signal?.removeEventListener("abort", abort);
  }
}

async function sendWithToken(endpoint: Endpoint, options: CallOptions): Promise<unknown> {
  const token = await readAccessToken().catch((cause: unknown) => {
    throw new ApiError(0, messages.noConnection, { code: "unavailable", cause });
  });
  if (token === undefined) throw new ApiError(401, messages.signInRequired);
  return send(endpoint, token, options);
}

/**
 * Calls an endpoint of the admin API after an action of the user. Throws the same errors as `call` in api.ts.
 * On 401, opens the sign-in dialog over the page and repeats the call after the sign-in; throws 401 if the user closes the dialog.
 * A call can be repeated after 401, because a refused call has changed nothing. If the session ends during the call, the promise
 * never settles.
 */
export const adminCall = <const E extends Endpoint>(
  endpoint: E,
  ...options: CallArguments<E>
): Promise<Output<E>> => callWithSignIn(sessionStore.requireSignIn, endpoint, ...options);

/**
 * Like `adminCall`, for requests without an action of the user, such as polling: does not reopen a sign-in dialog that the user
 * has closed.
 */
export const adminBackgroundCall = <const E extends Endpoint>(
  endpoint: E,
  ...options: CallArguments<E>
): Promise<Output<E>> => callWithSignIn(sessionStore.requireSignInUnlessDeclined, endpoint, ...options);

async function callWithSignIn<const E extends Endpoint>(
  requireSignIn: (reason: string) => Promise<void>,
  endpoint: E,
  ...[options]: CallArguments<E>
): Promise<Output<E>> {
  // The compiler has checked the options against the endpoint `E`; `send` takes the options of any endpoint.
  const anyOptions = (options ?? {}) as CallOptions;
  const sendInSession = () => sessionStore.unlessSessionEnds(sendWithToken(endpoint, anyOptions));
  const body = await sendInSession().catch(async (error: unknown) => {
    if (!(error instanceof ApiError) || error.status !== 401) throw error;
    await sessionStore.unlessSessionEnds(requireSignIn(error.message));
    return sendInSession();
  });
  return parseOutput(endpoint, body);
}

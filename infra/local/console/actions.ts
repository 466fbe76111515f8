import type { IncomingMessage } from "node:http";
import * as z from "zod/mini";
import { header, readBody } from "../util/http.ts";
import { parseJson } from "../util/parse.ts";
import { ClockMode } from "../queues/queue-clock.ts";
import { Outcome } from "../ses/undelivered.ts";
import { isPaymentAction } from "../stripe/actions.ts";
import { StripeApiError } from "../stripe/errors.ts";
import { ActionRefused } from "../stripe/transitions.ts";
import type { ConsoleSources } from "./sources.ts";

/** A request that the console refuses. */
export class ConsoleError extends Error {
  readonly status: number;
  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

const actionInput = z.object({ action: z.string() });
const outcomeInput = z.object({ outcome: Outcome });
const redriveInput = z.object({ queue: z.optional(z.string()) });
const clockInput = z.object({
  mode: z.optional(ClockMode),
  advanceSeconds: z.optional(z.number().check(z.nonnegative())),
});
const dateInput = z.string().check(z.refine((text) => !Number.isNaN(Date.parse(asUtc(text))), "Not a time"));
const replayInput = z.object({ from: dateInput, to: dateInput });
const userInput = z.object({
  email: z.email(),
  password: z.string().check(z.minLength(1)),
  groups: z._default(z.array(z.string()), []),
});

/** `id`: the id in the path; `""` if the path has none. */
type RunAction = (sources: ConsoleSources, input: unknown, id: string) => unknown;

/** What a POST to each path does. A program gets the result as JSON; a browser is redirected to `page`. */
export const postActions: readonly { path: RegExp; page: string; run: RunAction }[] = [
  { path: /^\/faults$/, page: "/faults", run: ({ faults }, input) => faults.set(input) },
  { path: /^\/payments\/([^/]+)$/, page: "/payments", run: actOnPayment },
  {
    path: /^\/payouts$/,
    page: "/payments",
    run({ payments }) {
      runOnPayments(payments, (simulator) => simulator.payOut());
      return {};
    },
  },
  {
    path: /^\/mails\/([^/]+)$/,
    page: "/mails",
    run({ ses }, input, id) {
      const { outcome } = outcomeInput.parse(input);
      if (!ses.report(id, outcome)) throw new ConsoleError(404, "There is no such mail.");
      return { outcome };
    },
  },
  {
    path: /^\/dead-letters\/redrive$/,
    page: "/dead-letters",
    run: ({ queues }, input) => ({ redriven: queues.redrive(redriveInput.parse(input).queue) }),
  },
  {
    // The clock decides when delayed messages are due. A test can advance the clock by hours.
    path: /^\/queue-clock$/,
    page: "/",
    run({ queues }, input) {
      const { mode, advanceSeconds = 0 } = clockInput.parse(input);
      if (mode) queues.clock.setMode(mode);
      if (advanceSeconds > 0) queues.clock.advance(advanceSeconds);
      return { messages: queues.pendingMessages() };
    },
  },
  {
    path: /^\/events\/replay$/,
    page: "/events",
    run({ buses }, input) {
      const { from, to } = replayInput.parse(input);
      return { replayed: buses.replay(new Date(asUtc(from)), new Date(asUtc(to))) };
    },
  },
  {
    path: /^\/users$/,
    page: "/",
    run({ cognito }, input) {
      const user = userInput.parse(input);
      cognito.putUser(user);
      return { email: user.email, groups: user.groups };
    },
  },
];

/** The values in the request's body, which is a form or JSON. Throws ConsoleError 400 for any other body. */
export async function readInput(req: IncomingMessage): Promise<{ input: unknown; isForm: boolean }> {
  const body = (await readBody(req, 100_000)).toString("utf8");
  const isForm = (header(req, "content-type") ?? "").startsWith("application/x-www-form-urlencoded");
  if (isForm) return { input: Object.fromEntries(new URLSearchParams(body)), isForm };
  const input = body === "" ? {} : parseJson(body);
  if (input === undefined) throw new ConsoleError(400, "The body is not JSON.");
  return { input, isForm };
}

function actOnPayment({ payments }: ConsoleSources, input: unknown, id: string): unknown {
  const { action } = actionInput.parse(input);
  if (!isPaymentAction(action)) throw new ConsoleError(400, `There is no action '${action}'.`);
  runOnPayments(payments, (simulator) => simulator.act(id, action));
  return payments?.sessions().find((session) => session.id === id);
}

/** Throws ConsoleError 404 for an unknown payment, 409 if the action is refused or the shop uses Stripe itself. */
function runOnPayments(
  payments: ConsoleSources["payments"],
  run: (simulator: NonNullable<typeof payments>) => void,
): void {
  if (!payments) throw new ConsoleError(409, "There is no simulated payment: this run uses Stripe itself.");
  try {
    run(payments);
  } catch (error) {
    if (error instanceof ActionRefused) throw new ConsoleError(409, error.message);
    if (error instanceof StripeApiError)
      throw new ConsoleError(error.status === 404 ? 404 : 409, error.message);
    throw error;
  }
}

/** A time without a zone, as a browser's date field sends it, is read as UTC. */
function asUtc(text: string): string {
  return /(Z|[+-]\d\d:\d\d)$/.test(text) ? text : `${text}Z`;
}

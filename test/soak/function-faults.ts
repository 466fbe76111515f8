// Runs in the thread of each function of the soak: kills the function between its calls, and sets its clock.
import { subscribe } from "node:diagnostics_channel";
import { readControl, replaceDate } from "./clock.ts";

type Handler = (event: unknown, context: object) => unknown;

/** The number of a run's first calls of AWS or Stripe at whose start or end the function may be killed. */
const MAX_CALLS = 12;
/** The status of a process that was ended by SIGKILL. */
const KILLED_STATUS = 137;

const clock = replaceDate();
/** The number of steps until the function is killed. A step is the start or the end of a call. */
let stepsLeft = Infinity;

function countStep(): void {
  stepsLeft -= 1;
  // In a thread, this ends the thread only, at once.
  if (stepsLeft <= 0) process.exit(KILLED_STATUS);
}
subscribe("http.client.request.start", countStep);
subscribe("http.client.response.finish", countStep);

/** Wraps a handler. `controlFile`: see clock.ts. */
export function withFaults(handler: Handler, controlFile: string): Handler {
  return (event, context) => {
    const { aheadMs, killRate } = readControl(controlFile);
    clock.setAhead(aheadMs);
    stepsLeft = Math.random() < killRate ? 1 + Math.floor(Math.random() * 2 * MAX_CALLS) : Infinity;
    return handler(event, context);
  };
}

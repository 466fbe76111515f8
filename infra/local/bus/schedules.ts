import { randomUUID } from "node:crypto";
import * as z from "zod/mini";
import type { InvokeAsync } from "../functions/async-invoke.ts";
import type { Runner } from "../functions/runner.ts";
import { ACCOUNT, REGION } from "../template/resource-types.ts";
import type { Stack } from "../template/stack.ts";

const ScheduleProperties = z.object({
  ScheduleExpression: z.string(),
  State: z._default(z.string(), "ENABLED"),
  Target: z.object({ Arn: z.string(), Input: z.optional(z.string()) }),
});

/** Delay of the first run, in ms. It is short, because work may be due since the stack was stopped. */
const FIRST_RUN_DELAY_MS = 2_000;

const unitMs: Record<string, number> = { minute: 60_000, hour: 3_600_000, day: 86_400_000 };

/** Milliseconds between two runs for a rate, such as `rate(5 minutes)`. Throws for another kind of expression. */
export function rateMs(expression: string): number {
  const [, count, unit = ""] = /^rate\((\d+) (minute|hour|day)s?\)$/.exec(expression) ?? [];
  const ms = Number(count) * (unitMs[unit] ?? NaN);
  if (!(ms > 0)) throw new Error(`The local stack does not know the schedule expression ${expression}.`);
  return ms;
}

/** Invokes the functions of the enabled schedules until `stop`. Throws for an unknown function or expression. */
export function startSchedules(stack: Stack, runner: Pick<Runner, "find">, invoke: InvokeAsync) {
  const timers: NodeJS.Timeout[] = [];
  for (const { logicalId, properties } of stack.resources("AWS::Scheduler::Schedule", ScheduleProperties)) {
    const { Arn, Input } = properties.Target;
    const { arn } = runner.find(Arn);
    const intervalMs = rateMs(properties.ScheduleExpression);
    const resources = [stack.attribute(logicalId, "Arn")];
    const origin = { source: "aws.scheduler", account: ACCOUNT, region: REGION, resources };
    const content = { version: "0", "detail-type": "Scheduled Event", detail: "{}" };
    const createEvent = () => ({ ...content, ...origin, id: randomUUID(), time: new Date().toISOString() });
    const run = () => void invoke(arn, Input === undefined ? createEvent() : (JSON.parse(Input) as unknown));
    if (properties.State !== "ENABLED") continue;
    timers.push(setTimeout(run, FIRST_RUN_DELAY_MS), setInterval(run, intervalMs));
  }
  return { stop: (): void => timers.forEach((timer) => clearTimeout(timer)) };
}

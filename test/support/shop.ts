import { randomUUID } from "node:crypto";
import { afterAll, inject, vi } from "vitest";
import { createFaults } from "../../infra/local/faults.ts";
import { createTableProxy } from "../../infra/local/table/table-proxy.ts";
import { generousLimits } from "../../infra/stages.ts";
import type { Limits } from "../../shared/limits.ts";
import { mockAws } from "./aws.ts";
import { openPayments } from "./payments.ts";
import { serveUntilClosed } from "./serve.ts";
import { openSqs } from "./sqs.ts";
import { trustingUserPool } from "./user-pool.ts";
import { createTable } from "./table.ts";

export const ORIGIN = "https://shop.example";
export const TEAM = "team@shop.example";
/** SES's configuration set for mail to the team. */
export const TEAM_SET = "team-set";
const SENDER = "shop@shop.example";

const opened: { close(): Promise<unknown> }[] = [];
// Said while the test file is read: inside its hooks, Vitest takes no more of them.
afterAll(async () => {
  vi.useRealTimers();
  await Promise.all(opened.splice(0).map((part) => part.close()));
});

/**
 * Everything that the functions stand on, for one test file: a table of its own in the real server, Stripe's
 * simulator, and AWS's clients replaced. Open it before the first function is loaded: functions read their
 * environment as they load. `direct` leaves out what makes the table fail on purpose, for crowds.
 */
export async function openShop(limits: Partial<Limits> = {}, { direct = false } = {}) {
  const name = `shop-${randomUUID()}`;
  const endpoint = inject("tableEndpoint");
  const table = await createTable(name, endpoint);
  const tableFaults = createFaults();
  const proxy = createTableProxy({
    endpoint,
    faults: tableFaults,
    onOutboxWrite: () => undefined,
    chance: evenly(),
  });
  const tableWay = await serveUntilClosed((req, res) => proxy.handle(req, res));
  const payments = await openPayments();
  const sqs = await openSqs();
  const userPool = await trustingUserPool();
  Object.assign(process.env, {
    AWS_REGION: "us-east-1",
    AWS_ACCESS_KEY_ID: "test",
    AWS_SECRET_ACCESS_KEY: "test",
    AWS_ENDPOINT_URL_COGNITO_IDENTITY_PROVIDER: userPool.url,
    USER_POOL_ID: "us-east-1_test",
    REFUND_SIGN_IN_HOURS: "12",
    AWS_ENDPOINT_URL_DYNAMODB: direct ? endpoint : tableWay.url,
    AWS_ENDPOINT_URL_SQS: sqs.url,
    TABLE_NAME: name,
    ORIGIN_SECRET_ARN: "origin",
    STRIPE_SECRET_ARN: "stripe",
    STRIPE_WEBHOOK_SECRET_ARN: "webhook",
    STRIPE_API_URL: payments.url,
    SITE_ORIGIN: ORIGIN,
    BUS_NAME: "shop",
    MEDIA_BUCKET_NAME: "shop-media",
    MAIL_SENDER: SENDER,
    TEAM_EMAIL: TEAM,
    TEAM_CONFIGURATION_SET: TEAM_SET,
    OWN_MAILBOXES: JSON.stringify([TEAM, SENDER]),
    LIMITS: JSON.stringify({ ...generousLimits, ...limits }),
  });
  const logs: string[] = [];
  for (const level of ["debug", "info", "warn", "error"] as const)
    vi.spyOn(console, level).mockImplementation((...line) => void logs.push(line.join(" ")));
  const aws = mockAws();
  opened.push(payments, proxy, tableWay, sqs, userPool);
  return { table, tableFaults, payments, sqs, logs, ...aws };
}
export type Shop = Awaited<ReturnType<typeof openShop>>;

/** Chances that are the same in every run: a linear congruential generator. */
function evenly(seed = 1): () => number {
  let state = seed;
  return () => (state = (state * 48_271) % 2_147_483_647) / 2_147_483_647;
}

/** From now on it is this much later (ms), for functions and for Stripe alike; timers keep running. */
export function later(ms: number): Date {
  const now = new Date(Date.now() + ms);
  vi.useFakeTimers({ toFake: ["Date"], now });
  return now;
}

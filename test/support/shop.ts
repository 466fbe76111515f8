import { randomUUID } from "node:crypto";
import { afterAll, inject, vi } from "vitest";
import { createFaults } from "../../infra/local/faults.ts";
import { generousLimits } from "../../infra/client-limits.ts";
import { createTableFaults } from "../../infra/local/table/table-faults.ts";
import type { Limits } from "../../shared/limits.ts";
import { mockAws } from "./mock-aws.ts";
import { startStripeServer } from "./stripe-server.ts";
import { startSesServer } from "./ses-server.ts";
import { openSqs } from "./sqs.ts";
import { startFakeUserPool } from "./user-pool.ts";
import { createTable } from "./table.ts";

export const ORIGIN = "https://shop.example";
export const TEAM = "team@shop.example";
/** The names of the SES configuration sets for mail to customers and to the team. */
export const CUSTOMER_SET = "customer-set";
export const TEAM_SET = "team-set";
const SENDER = "shop@shop.example";

const openedServers: { close(): Promise<unknown> }[] = [];
// Registered at import, because `afterAll` does nothing in a hook such as `beforeAll`.
afterAll(async () => {
  vi.useRealTimers();
  await Promise.all(openedServers.splice(0).map((server) => server.close()));
});

/**
 * Sets up the functions' environment for one test file: a table in the DynamoDB server, the Stripe simulator,
 * mocked AWS clients and the environment variables. Call `openShop` before the import of a function, because
 * functions read their variables at import.
 */
export async function openShop(limits: Partial<Limits> = {}) {
  const tableName = `shop-${randomUUID()}`;
  const endpoint = inject("tableEndpoint");
  const table = await createTable(tableName, endpoint);
  const payments = await startStripeServer();
  const sqs = await openSqs();
  const userPool = await startFakeUserPool();
  const aws = mockAws();
  const ses = await startSesServer(
    aws.mails,
    (to) => (typeof aws.faults.mail === "boolean" ? aws.faults.mail : aws.faults.mail(to)),
    () => aws.faults.overQuotaCount-- > 0,
  );
  Object.assign(process.env, {
    AWS_REGION: "us-east-1",
    AWS_ACCESS_KEY_ID: "test",
    AWS_SECRET_ACCESS_KEY: "test",
    AWS_ENDPOINT_URL_COGNITO_IDENTITY_PROVIDER: userPool.url,
    USER_POOL_ID: "us-east-1_test",
    REFUND_SIGN_IN_HOURS: "12",
    WEBHOOKS: "on",
    BACK_IN_STOCK: "on",
    MAILS_PER_SECOND: "1000",
    PODCAST: "on",
    TICKETS: "on",
    CONFIRM_NEWS: "off",
    DISCOUNTS: "on",
    TAX: "off",
    CANCELLATION: "ask",
    TICKET_KEYS_ARN: "tickets",
    AWS_ENDPOINT_URL_DYNAMODB: endpoint,
    AWS_ENDPOINT_URL_SQS: sqs.url,
    AWS_ENDPOINT_URL_SESV2: ses.url,
    TABLE_NAME: tableName,
    ORIGIN_SECRET_ARN: "origin",
    STRIPE_SECRET_ARN: "stripe",
    STRIPE_WEBHOOK_SECRET_ARN: "webhook",
    STRIPE_API_URL: payments.url,
    SITE_ORIGIN: ORIGIN,
    BUS_NAME: "shop",
    MEDIA_BUCKET_NAME: "shop-media",
    MAIL_SENDER: SENDER,
    TEAM_EMAIL: TEAM,
    CONFIGURATION_SET: CUSTOMER_SET,
    TEAM_CONFIGURATION_SET: TEAM_SET,
    OWN_MAILBOXES: JSON.stringify([TEAM, SENDER]),
    LIMITS: JSON.stringify({ ...generousLimits, ...limits }),
  });
  const logs: string[] = [];
  for (const level of ["debug", "info", "warn", "error"] as const)
    vi.spyOn(console, level).mockImplementation((...line) => void logs.push(line.join(" ")));
  openedServers.push(payments, sqs, userPool, ses);
  return { table, payments, sqs, logs, ...aws };
}
export type Shop = Awaited<ReturnType<typeof openShop>>;

/** Like `openShop`, but the functions' calls to the table fail as `tableFaults` says. */
export async function openShopWithTableFaults(limits: Partial<Limits> = {}) {
  const shop = await openShop(limits);
  const tableFaults = createFaults();
  const admit = createTableFaults(tableFaults, pseudoRandom());
  const { documentClient } = await import("../../lambdas/lib/dynamodb.ts");
  let callCount = 0;
  // This is the innermost step, so the SDK parses a simulated refusal like a response of the table, and retries.
  documentClient().middlewareStack.add(
    (next) => async (args) => {
      const { headers, body } = args.request as { headers: Record<string, string>; body: string };
      const operation = headers["x-amz-target"]?.split(".").at(-1) ?? "";
      callCount++;
      const admission = await admit(operation, Buffer.from(body));
      if ("release" in admission) return next(args).finally(admission.release);
      const refusal = { statusCode: admission.refusal.status, body: Buffer.from(admission.refusal.body) };
      return { response: { ...refusal, headers: { "content-type": "application/x-amz-json-1.0" } } };
    },
    { step: "deserialize", priority: "low" },
  );
  return {
    ...shop,
    tableFaults,
    /** The number of calls that functions have made to the table, repeated and refused calls included. */
    tableCallCount: () => callCount,
  };
}
export type ShopWithTableFaults = Awaited<ReturnType<typeof openShopWithTableFaults>>;

/** Pseudo-random numbers that are the same in every run: a linear congruential generator. */
function pseudoRandom(seed = 1): () => number {
  let state = seed;
  return () => (state = (state * 48_271) % 2_147_483_647) / 2_147_483_647;
}

/** Advances `Date` by `ms` for the functions and the Stripe simulator. Timers are not affected. */
export function advanceClock(ms: number): Date {
  const now = new Date(Date.now() + ms);
  vi.useFakeTimers({ toFake: ["Date"], now });
  return now;
}

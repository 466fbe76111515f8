import * as z from "zod/mini";
import { Limits } from "../shared/limits.ts";

const Email = z.string().check(z.regex(/^[^\s@<>]+@[^\s@<>]+\.[^\s@<>]+$/, "Not an e-mail address"));
/** An address without path or slash at the end: `https://shop.example.org`. */
const Origin = z
  .string()
  .check(z.regex(/^https?:\/\/[^/\s]+$/, "Not an origin such as https://shop.example.org"));

/** Those that money depends on, and the one that a crowd could let run away with everything. */
const ReservableFunction = z.enum([
  "stripe-webhook",
  "settle-payment",
  "checkout-api",
  "refund-payment",
  "catalog-api",
]);
const RESERVABLE = 900;

/** Everything that may differ between two stages of the shop. */
export const StageSettings = z
  .object({
    /** Where the shop is reached; without it, at CloudFront's own name. */
    domain: z.optional(z.string().check(z.regex(/^([a-z0-9-]+\.)+[a-z]{2,}$/, "Not a domain name"))),
    /** The zone of `domain`: certificate, address records and, for a sender in this zone, DKIM are made in it. */
    hostedZone: z.optional(z.object({ id: z.string(), name: z.string() })),
    /** A certificate for `domain` made elsewhere, for a zone that is not in Route 53. */
    certificateArn: z.optional(
      z.string().check(z.regex(/^arn:aws:acm:us-east-1:/, "CloudFront takes certificates of us-east-1 only")),
    ),
    /** In place of the edge's own address: the local stack has no edge. */
    siteOrigin: z.optional(Origin),
    /** In place of Cognito's own address: the local stack has its own. */
    identityEndpoint: z.optional(z.url()),
    /** The origin secret's version that the edge is to show; the current one, as it was when last named here, if left out. */
    originSecretVersion: z.optional(z.string().check(z.regex(/^[\w-]{32,64}$/, "Not a secret's VersionId"))),
    /** All mail comes from this address. */
    mailSender: Email,
    /** Gets contact messages and a note of each order. */
    teamEmail: Email,
    /** Gets alarms, bounces and complaints. */
    alarmEmail: Email,
    /** Keep table, secrets and accounts when the stack is deleted, and refuse to delete them; pictures always stay. */
    retainData: z.boolean(),
    /** Filter and rate-limit requests at the edge; costs some dollars a month. */
    firewall: z.boolean(),
    /** One of the numbers that CloudWatch Logs allows. */
    logRetentionDays: z.literal([1, 7, 14, 30, 90, 180, 365]),
    /** AWS accounts that may make rules of their own for the shop's events. */
    consumerAccounts: z.array(z.string().check(z.regex(/^\d{12}$/, "Not an account number"))),
    /**
     * Function environments that nobody else gets and that the function never exceeds: payments do not starve behind a
     * crowd that browses. Left out for new accounts: they have 10 in all, and AWS wants 100 to stay unreserved.
     * https://docs.aws.amazon.com/lambda/latest/dg/configuration-concurrency.html
     */
    reservedConcurrency: z.optional(
      z.partialRecord(ReservableFunction, z.int().check(z.gte(2, "SQS takes 2 at least"))),
    ),
    /** Who refunds money has signed in at most this many hours ago. A sign-in lasts a week for everything else. */
    refundSignInHours: z.int().check(z.gte(1), z.lte(168)),
    limits: Limits,
  })
  .check(
    z.refine(({ domain, hostedZone, certificateArn }) => !domain || !!hostedZone || !!certificateArn, {
      path: ["domain"],
      error: "A domain needs hostedZone or certificateArn",
    }),
    z.refine(
      ({ reservedConcurrency = {} }) =>
        Object.values(reservedConcurrency).reduce((sum, count) => sum + count, 0) <= RESERVABLE,
      {
        path: ["reservedConcurrency"],
        error: `At most ${RESERVABLE} in all: an account has 1,000, and 100 have to stay unreserved`,
      },
    ),
  );
export type StageSettings = z.infer<typeof StageSettings>;

/** What a shop open to the world allows one client: nobody takes the stock hostage, no mailbox is flooded. */
export const strictLimits: Limits = {
  checkout: { count: 10, seconds: 600 },
  verify: { count: 60, seconds: 60 },
  receipt: { count: 5, seconds: 600 },
  contact: { count: 5, seconds: 600 },
  contactRecipient: { count: 3, seconds: 3600 },
  addressCheckout: { count: 100, seconds: 600 },
  heldItems: 40,
  addressItems: 200,
  heldOfProduct: 10,
  addressShare: 0.25,
  freeShare: 0.5,
  crowdedItems: 10,
  crowdedOfProduct: 4,
  challengeBits: 13,
  idleSeconds: 300,
  lapsedItems: 20,
};

/** Nothing that a test suite from one address would meet. */
export const generousLimits: Limits = {
  checkout: { count: 100_000, seconds: 60 },
  verify: { count: 100_000, seconds: 60 },
  receipt: { count: 100_000, seconds: 60 },
  contact: { count: 100_000, seconds: 60 },
  contactRecipient: { count: 100_000, seconds: 60 },
  addressCheckout: { count: 100_000, seconds: 60 },
  heldItems: 1_000_000,
  addressItems: 1_000_000,
  heldOfProduct: 1_000_000,
  addressShare: 1,
  freeShare: 1,
  crowdedItems: 1_000_000,
  crowdedOfProduct: 1_000_000,
  challengeBits: 1,
  idleSeconds: 1_000_000,
  lapsedItems: 1_000_000,
};

const trial = {
  mailSender: "shop@bourbonvipers.example",
  teamEmail: "team@bourbonvipers.example",
  alarmEmail: "alarms@bourbonvipers.example",
  retainData: false,
  firewall: false,
  logRetentionDays: 14,
  consumerAccounts: [],
  refundSignInHours: 12,
  limits: strictLimits,
} satisfies StageSettings;

/** Every stage there is. `dev` and `prod` are examples: put your own addresses here. */
export const stages = {
  local: { ...trial, siteOrigin: "http://localhost:8080", limits: generousLimits },
  dev: trial,
  prod: {
    ...trial,
    domain: "shop.bourbonvipers.example",
    hostedZone: { id: "Z0123456789EXAMPLE", name: "bourbonvipers.example" },
    retainData: true,
    firewall: true,
    reservedConcurrency: {
      "stripe-webhook": 50,
      "settle-payment": 20,
      "checkout-api": 200,
      "refund-payment": 5,
      // A cap: what the others need is beyond the reach of a crowd.
      "catalog-api": 300,
    },
    logRetentionDays: 90,
  },
} satisfies Record<string, StageSettings>;

/** Settings that a CDK context value of the same name replaces: `npx cdk deploy -c stage=dev -c alarmEmail=me@example.org`. */
const replaceable = [
  "domain",
  "certificateArn",
  "siteOrigin",
  "identityEndpoint",
  "originSecretVersion",
  "mailSender",
  "teamEmail",
  "alarmEmail",
] as const satisfies (keyof StageSettings)[];

/**
 * The settings of a stage, with what the context replaces. Throws with every wrong or missing setting named.
 */
export function stageSettings(
  stage: string,
  context: (name: string) => unknown = () => undefined,
  known: Record<string, unknown> = stages,
): StageSettings {
  const settings = Object.hasOwn(known, stage) ? known[stage] : undefined;
  if (!settings)
    throw new Error(`Unknown stage "${stage}": infra/stages.ts has ${Object.keys(known).join(", ")}.`);
  const replaced = replaceable
    .map((name) => [name, context(name)] as const)
    .filter(([, value]) => value !== undefined);
  const parsed = StageSettings.safeParse({ ...settings, ...Object.fromEntries(replaced) });
  if (parsed.success) return parsed.data;
  const problems = parsed.error.issues.map((issue) => `  ${issue.path.join(".")}: ${issue.message}`);
  throw new Error(
    `The settings of stage "${stage}" (infra/stages.ts) are not complete:\n${problems.join("\n")}`,
  );
}

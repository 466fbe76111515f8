import * as z from "zod/mini";
import { Limits } from "../shared/limits.ts";
import { ShippingSettings } from "../shared/shipping-settings.ts";
import { isInZone, mailIdentity } from "./mail-identity.ts";

export const Email = z.string().check(z.regex(/^[^\s@<>]+@[^\s@<>]+\.[^\s@<>]+$/, "Not an email address"));
/** A URL without a path or a slash at the end: `https://shop.example.org`. */
const Origin = z
  .string()
  .check(z.regex(/^https?:\/\/[^/\s]+$/, "Not an origin such as https://shop.example.org"));

const DomainName = z.string().check(z.regex(/^([a-z0-9-]+\.)+[a-z]{2,}$/, "Not a domain name in lower case"));

export const AccountNumber = z.string().check(z.regex(/^\d{12}$/, "Not an account number"));

export const BusArn = z
  .string()
  .check(z.regex(/^arn:aws:events:[a-z0-9-]+:\d{12}:event-bus\/.+$/, "Not the ARN of an event bus"));

/**
 * The functions that may have reserved concurrency, which is a guarantee and an upper limit. Checkout and payments need the
 * guarantee. `catalog-api` and `render-page`, which many visitors call, need the limit.
 */
const ReservableFunction = z.enum([
  "stripe-webhook",
  "settle-payment",
  "checkout-api",
  "refund-payment",
  "catalog-api",
  "render-page",
]);
/** An account usually has a concurrency of 1,000, of which AWS keeps 100 unreserved. */
const MAX_RESERVED = 900;

/** A boolean setting that the command line can override. The CDK passes values of the command line as text. */
const Flag = z.union([z.boolean(), z.stringbool()]);

const hasNoRepeats = (texts: readonly string[]): boolean => new Set(texts).size === texts.length;

/** All settings of a stage. */
export const StageSettings = z
  .object({
    /** The AWS account of the stage. The CDK refuses credentials of another account. */
    account: z.optional(AccountNumber),
    /** The shop's domain; without it, CloudFront's own domain name is used. */
    domain: z.optional(DomainName),
    /**
     * The Route 53 zone of `domain`, in the stage's account. The stack adds records for `domain`, for the certificate
     * (without `certificateArn`) and for a mail sender in the zone (without `existingMailIdentity`). `dmarc` is the policy of
     * the DMARC record that the stack adds, for all mail of the zone's domain. Leave it out if the zone already has a DMARC
     * record. A zone in another account is like a zone elsewhere: use `certificateArn`.
     */
    hostedZone: z.optional(
      z.object({
        id: z.string().check(z.regex(/^Z[0-9A-Z]+$/, "Not the id of a zone, such as Z0123456789ABCDEFGHIJ")),
        name: DomainName,
        dmarc: z.optional(z.enum(["none", "quarantine", "reject"])),
      }),
    ),
    /** An existing certificate for `domain`, for a zone outside Route 53 or in another account. */
    certificateArn: z.optional(
      z
        .string()
        .check(
          z.regex(
            /^arn:aws:acm:us-east-1:\d{12}:certificate\/.+$/,
            "Not the ARN of a certificate in us-east-1: CloudFront takes no other",
          ),
        ),
    ),
    /** Overrides the shop's URL. The local stack uses it. */
    siteOrigin: z.optional(Origin),
    /** Overrides Cognito's URL. The local stack uses it. */
    identityEndpoint: z.optional(z.url()),
    /**
     * The version of the origin secret. `npm run secrets:rotate` sets it: a changed version makes CloudFormation
     * read the secret again. Without this setting CloudFormation reads the current value. Do not set it in
     * infra/stages.ts: deploying an older commit would bring back an older version, which the functions refuse.
     */
    originSecretVersion: z.optional(z.string().check(z.regex(/^[\w-]{32,64}$/, "Not a secret's VersionId"))),
    /** The sender of all mail. */
    mailSender: Email,
    /**
     * True if another stage or application has created the sender's SES identity in this account; this stack then does not
     * create it. Do not set it for the stage whose stack created the identity, because that stack would delete the identity.
     * Destroy that stage last.
     */
    existingMailIdentity: z.optional(z.boolean()),
    /** Receives contact messages, customers' requests, a mail for each paid order, and the replies to the shop's mails. */
    teamEmail: Email,
    /** Receives alarms, and reports of mails that bounced, were rejected or were marked as spam. */
    alarmEmail: Email,
    /** Protect the stack, the table, secrets and the user pool against deletion. Pictures are always protected. */
    retainData: z.boolean(),
    /**
     * True for a stage's first deployment: protection against deletion is left out, so that a failed deployment can be
     * rolled back and repeated. The next deployment adds the protection.
     */
    firstDeployment: z.optional(Flag),
    /**
     * For the functions of checkout, payments and the back office: send few requests to a new version first, and roll
     * back if it fails.
     */
    gradualReleases: z.boolean(),
    /**
     * True for a deployment that fixes a failure: the new versions get all requests at once, and the alarm that would roll
     * the deployment back is ignored, because it is already firing.
     */
    releaseAtOnce: z.optional(Flag),
    /** True while the account is in the SES sandbox, where IAM also checks the recipient's identity. */
    mailSandbox: z.boolean(),
    /** Each admin and each member of the door staff must set up an authenticator app at the first sign-in. */
    requireSecondFactor: z.boolean(),
    /** Let AWS WAF filter and rate-limit the requests to CloudFront. It costs some dollars a month. */
    firewall: z.boolean(),
    /** A CloudWatch dashboard. An account's first three are free, each other one costs three dollars a month. */
    dashboard: z.boolean(),
    /**
     * Where operators read infra/RUNBOOK.md, such as its page on GitHub: alarms and the dashboard link its chapters.
     */
    runbookUrl: z.optional(z.url()),
    /** One of the values that CloudWatch Logs allows. */
    logRetentionDays: z.literal([1, 7, 14, 30, 90, 180, 365]),
    /** The buses that get the shop's events, in any account and region. */
    consumers: z
      .array(
        z.object({
          name: z.string().check(z.regex(/^[a-z][a-z0-9-]*$/, "Lower-case letters, digits and hyphens only")),
          busArn: BusArn,
        }),
      )
      .check(
        z.refine((consumers) => hasNoRepeats(consumers.map(({ name }) => name)), "Two have the same name"),
        z.refine(
          (consumers) => hasNoRepeats(consumers.map(({ busArn }) => busArn)),
          "Two have the same bus, which would get each event twice: one entry is enough for all rules on the bus",
        ),
      ),
    /** Send events to the webhook endpoints that admins add. It costs half a dollar a month. */
    webhooks: z.optional(z.boolean()),
    /** Issue tickets with codes that are checked at the door. It costs two thirds of a dollar a month. */
    tickets: z.optional(z.boolean()),
    /**
     * Customers can cancel an order themselves on the order's page until the parcel is packed, with a full refund. For an order
     * with tickets, with a dispute or that needs attention, and without this setting, they ask the team.
     */
    customersCancel: z.optional(z.boolean()),
    /** Visitors can ask for a mail when a sold-out product is back. It costs 0.43 dollars a month. */
    backInStock: z.optional(z.boolean()),
    /** Show the episodes of a podcast's feed, which is read every 15 minutes. It costs some cents a month. */
    podcast: z.optional(
      z.object({
        /** The feed's URL; a path, such as `/feed.xml`, is one of the shop's own site. */
        feed: z
          .string()
          .check(z.regex(/^(https:\/)?\/[^/\s]\S*$/, "Not a URL with https, nor a path of the site")),
        /**
         * The origins from which browsers may play recordings: those that the feed names, and those to which
         * they redirect. `*` may stand for the first part of a name. The origins become a part of the
         * Content-Security-Policy.
         */
        mediaOrigins: z.array(
          z
            .string()
            .check(
              z.regex(
                /^https:\/\/(\*\.)?([a-z0-9-]+\.)+[a-z]{2,}$/,
                "Not an origin such as https://media.example.org or https://*.example.org",
              ),
            ),
        ),
      }),
    ),
    /** A consent to the newsletter counts only after the customer has pressed the link in a confirmation mail. */
    confirmNews: z.optional(z.boolean()),
    /** Let customers enter discount codes, which admins make in the back office. It costs nothing by itself. */
    discounts: z.optional(z.boolean()),
    /**
     * How orders are shipped. Without this setting: for one fee (shared/site/delivery.ts), to the US, without
     * an expected date.
     */
    shipping: z.optional(ShippingSettings),
    /**
     * Sales tax: none, or what Stripe Tax calculates. Stripe charges for calculations: see
     * https://stripe.com/tax/pricing. record-only: new orders have no tax, but the payments and refunds of earlier orders with tax
     * are still recorded at Stripe. The queue of `record-tax`, which `stripe` and `record-only` need, costs 0.26 dollars a month.
     */
    tax: z.optional(z.enum(["off", "stripe", "record-only"])),
    /** Deploy the example of a consumer, which writes a file for each paid order that is shipped. */
    fulfilmentExample: z.optional(z.boolean()),
    /**
     * Reserved concurrency by function, so that many visitors cannot block payments. Leave it out for a new
     * account, whose whole concurrency is 10: AWS keeps 100 unreserved.
     * https://docs.aws.amazon.com/lambda/latest/dg/configuration-concurrency.html
     */
    reservedConcurrency: z.optional(
      z.partialRecord(
        ReservableFunction,
        z.int().check(z.gte(2, "At least 2: AWS takes no lower maximum concurrency for a queue of SQS")),
      ),
    ),
    /**
     * An admin may request refunds for this many hours after a sign-in. All other actions are allowed for a week.
     */
    refundSignInHours: z.int().check(z.gte(1), z.lte(168)),
    limits: Limits,
  })
  .check(
    z.refine(({ domain, hostedZone, certificateArn }) => !domain || !!hostedZone || !!certificateArn, {
      path: ["domain"],
      error: "A domain needs hostedZone or certificateArn",
    }),
    z.refine(({ domain, hostedZone }) => !domain || !hostedZone || isInZone(domain, hostedZone.name), {
      path: ["domain"],
      error: "Not in hostedZone, so the stack could not add its records there",
    }),
    z.refine(
      ({ hostedZone, ...otherSettings }) =>
        !hostedZone?.dmarc ||
        (!otherSettings.existingMailIdentity &&
          mailIdentity({ hostedZone, ...otherSettings }) === hostedZone.name),
      {
        path: ["hostedZone.dmarc"],
        error:
          "The stack adds the record only if it also creates the SES identity of the zone's domain, " +
          "and this stage's stack does not create it: leave dmarc out",
      },
    ),
    z.refine(({ domain, certificateArn }) => !certificateArn || !!domain, {
      path: ["certificateArn"],
      error: "A certificate needs the domain that it is for",
    }),
    z.refine(
      ({ reservedConcurrency = {} }) =>
        Object.values(reservedConcurrency).reduce((sum, count) => sum + count, 0) <= MAX_RESERVED,
      {
        path: ["reservedConcurrency"],
        error: `At most ${MAX_RESERVED} in all: an account has 1,000, and 100 have to stay unreserved`,
      },
    ),
  );
export type StageSettings = z.infer<typeof StageSettings>;

import { describe, expect, it } from "vitest";
import * as z from "zod/mini";
import { GetAtt, Ref, resources, synthesized } from "./synthesized.ts";

const template = synthesized("dev");

const Strings = z.pipe(
  z.union([z.string(), z.array(z.string())]),
  z.transform((value) => [value].flat()),
);
const Statement = z.object({
  Effect: z.literal("Allow"),
  Action: Strings,
  Resource: z.pipe(
    z.unknown(),
    z.transform((resource) => [resource].flat().map((one) => JSON.stringify(one))),
  ),
  Condition: z.optional(z.unknown()),
});

const functions = resources(
  template,
  "AWS::Lambda::Function",
  z.object({
    FunctionName: z.optional(z.string()),
    Runtime: z.string(),
    Architectures: z.optional(z.array(z.string())),
    Timeout: z.number(),
    Role: GetAtt,
    LoggingConfig: z.object({ LogFormat: z.optional(z.string()), LogGroup: Ref }),
  }),
);
/** Without the CDK's own helper, which copies the site into its bucket. */
const own = functions.flatMap(({ properties: { FunctionName, ...properties } }) =>
  FunctionName ? [{ name: FunctionName.replace("bourbon-vipers-dev-", ""), ...properties }] : [],
);
const logs = resources(template, "AWS::Logs::LogGroup", z.object({ RetentionInDays: z.number() }));
const policies = resources(
  template,
  "AWS::IAM::Policy",
  z.object({ Roles: z.array(Ref), PolicyDocument: z.object({ Statement: z.array(Statement) }) }),
);

const allowedTo = (name: string) => {
  const role = own.find((fn) => fn.name === name)?.Role ?? "";
  return policies
    .filter(({ properties }) => properties.Roles.includes(role))
    .flatMap(({ properties }) => properties.PolicyDocument.Statement);
};
const Leading = z.object({
  "ForAllValues:StringLike": z.object({ "dynamodb:LeadingKeys": Strings }),
});
/** For each action on the table, the partition keys that it may be done to; a statement without them fails. */
const keysOf = (name: string): Record<string, string[]> => {
  const rows = allowedTo(name).flatMap(({ Action, Condition }) =>
    Action.filter((action) => /^dynamodb:(\w+Item|Query|Scan)$/.test(action)).map((action) => {
      const keys = z.parse(Leading, Condition)["ForAllValues:StringLike"]["dynamodb:LeadingKeys"];
      return [action.replace("dynamodb:", ""), [...keys].sort()] as const;
    }),
  );
  expect(new Set(rows.map(([action]) => action)).size).toBe(rows.length);
  return Object.fromEntries(rows);
};
const actionsOf = (name: string) => new Set(allowedTo(name).flatMap(({ Action }) => Action));

describe("functions", () => {
  it("are those of lambdas/", () => {
    expect(own.map(({ name }) => name).sort()).toEqual([
      "admin-api",
      "catalog-api",
      "checkout-api",
      "contact-api",
      "count-sales",
      "expire-session",
      "note-undelivered",
      "process-image",
      "publish-events",
      "reconcile-checkouts",
      "refund-payment",
      "remove-pictures",
      "send-order-email",
      "settle-payment",
      "stripe-webhook",
      "watch-stock",
    ]);
  });

  it.each(own)("$name runs Node 24 on arm64 and logs JSON", ({ Runtime, Architectures, LoggingConfig }) => {
    expect(Runtime).toBe("nodejs24.x");
    expect(Architectures).toEqual(["arm64"]);
    expect(LoggingConfig.LogFormat).toBe("JSON");
  });

  it("keep their logs for a time that somebody chose", () => {
    for (const { properties } of functions) {
      const log = logs.find(({ id }) => id === properties.LoggingConfig.LogGroup);
      expect(log?.properties.RetentionInDays).toBe(14);
    }
  });

  it.each(own.filter(({ name }) => /-api$|-webhook$/.test(name)))(
    "$name answers before the gateway gives up",
    ({ Timeout }) => expect(Timeout).toBeLessThanOrEqual(29),
  );
});

describe("permissions", () => {
  it("let the catalogue read, and nothing else", () => {
    expect(actionsOf("catalog-api")).toEqual(
      new Set([
        "dynamodb:BatchGetItem",
        "dynamodb:GetItem",
        "dynamodb:Query",
        "logs:CreateLogStream",
        "logs:PutLogEvents",
        "secretsmanager:GetSecretValue",
      ]),
    );
  });

  it.each<[string, Record<string, string[]>]>([
    ["contact-api", { GetItem: ["MAILBOX#*"], UpdateItem: ["LIMIT#*"] }],
    ["count-sales", { GetItem: ["SALES#*"], PutItem: ["SALES#*"], UpdateItem: ["SALES#*"] }],
    ["note-undelivered", { UpdateItem: ["MAILBOX#*"] }],
    ["process-image", { UpdateItem: ["UPLOAD#*"] }],
    ["publish-events", { UpdateItem: ["ORDER#*", "PRODUCT#*"] }],
    ["remove-pictures", { Query: ["PICTURES*", "PRODUCT#*"], UpdateItem: ["UPLOAD#*"] }],
    [
      "send-order-email",
      {
        DeleteItem: ["ORDER#*"],
        GetItem: ["MAILBOX#*", "ORDER#*"],
        PutItem: ["ORDER#*"],
        UpdateItem: ["ORDER#*"],
      },
    ],
    ["stripe-webhook", {}],
    ["watch-stock", { PutItem: ["PRODUCT#*"], Query: ["PRODUCT#*"], DeleteItem: ["PRODUCT#*"] }],
  ])("let %s do to the table %j, and to no other item anything", (name, expected) => {
    expect(keysOf(name)).toEqual(expected);
  });

  it("let remove-pictures delete checked pictures, and no others", () => {
    const statements = allowedTo("remove-pictures");
    const s3 = statements.filter(({ Action }) => Action.some((action) => action.startsWith("s3:")));
    expect(s3.map(({ Action }) => Action)).toEqual([["s3:DeleteObject"]]);
    expect(s3[0]?.Resource.every((resource) => resource.includes("/products/*"))).toBe(true);
  });

  // Without it, S3 answers 403 for an object that is gone, as a message that comes twice finds it.
  it("let process-image see that an upload is not there any more", () => {
    const listing = allowedTo("process-image").filter(({ Action }) => Action.includes("s3:ListBucket"));
    expect(listing).toHaveLength(1);
    expect(listing[0]?.Condition).toBeUndefined();
  });

  it("give the Stripe key to those who call Stripe only", () => {
    const readers = own
      .filter(({ name }) =>
        allowedTo(name).some(({ Resource }) => Resource.some((r) => r.includes("StripeApiKey"))),
      )
      .map(({ name }) => name);
    expect(readers.sort()).toEqual([
      "checkout-api",
      "expire-session",
      "reconcile-checkouts",
      "refund-payment",
    ]);
  });

  it("let the back office read the groups of this pool's users, and nothing else of Cognito", () => {
    const cognito = own.flatMap(({ name }) =>
      allowedTo(name)
        .filter(({ Action }) => Action.some((action) => action.startsWith("cognito-")))
        .map(({ Action, Resource }) => [
          name,
          Action,
          Resource.every((one) => /IdentityPool.*Arn/.test(one)),
        ]),
    );
    expect(cognito).toEqual([["admin-api", ["cognito-idp:AdminListGroupsForUser"], true]]);
  });

  it("never include a scan", () => {
    for (const { name } of own) expect(actionsOf(name)).not.toContain("dynamodb:Scan");
  });

  it("put pictures where the edge serves them for process-image alone", () => {
    const writers = own.filter(({ name }) =>
      allowedTo(name).some(
        ({ Action, Resource }) =>
          Action.includes("s3:PutObject") && Resource.some((r) => r.includes("/products/*")),
      ),
    );
    expect(writers.map(({ name }) => name)).toEqual(["process-image"]);
  });

  it("name every action and every resource, pictures by their folder", () => {
    const wild = own.flatMap(({ name }) =>
      allowedTo(name).filter(({ Action, Resource }) =>
        [...Action, ...Resource].some((text) => text.replace(/\/(uploads|products)\/\*/, "").includes("*")),
      ),
    );
    expect(wild).toEqual([]);
  });

  it.each(["checkout-api", "contact-api", "send-order-email"])(
    "let %s send from the shop's address only",
    (name) => {
      const sending = allowedTo(name).filter(({ Action }) => Action.includes("ses:SendEmail"));
      expect(sending).toHaveLength(1);
      expect(sending[0]?.Condition).toEqual({
        StringEquals: { "ses:FromAddress": "shop@bourbonvipers.example" },
      });
    },
  );

  it.each([
    ["stripe-webhook", "stripe"],
    ["publish-events", "shop.orders"],
    ["reconcile-checkouts", "shop.orders"],
  ])("let %s speak as %s only", (name, source) => {
    const putting = allowedTo(name).filter(({ Action }) => Action.includes("events:PutEvents"));
    expect(putting.map(({ Condition }) => Condition)).toEqual([
      { StringEquals: { "events:source": [source] } },
    ]);
  });
});

describe("concurrency", () => {
  const Reserved = z.object({
    FunctionName: z.optional(z.string()),
    ReservedConcurrentExecutions: z.optional(z.number()),
  });
  const Mapping = z.object({
    FunctionName: Ref,
    ScalingConfig: z.optional(z.object({ MaximumConcurrency: z.number() })),
    EventSourceArn: GetAtt,
  });
  const read = (stage: string) => {
    const of = synthesized(stage);
    const all = resources(of, "AWS::Lambda::Function", Reserved);
    return {
      all,
      reserved: Object.fromEntries<number>(
        all.flatMap(({ properties: { FunctionName, ReservedConcurrentExecutions: count } }) =>
          count === undefined ? [] : [[String(FunctionName).replace(`bourbon-vipers-${stage}-`, ""), count]],
        ),
      ),
      queues: resources(of, "AWS::Lambda::EventSourceMapping", Mapping).filter(
        ({ properties }) => properties.ScalingConfig !== undefined,
      ),
    };
  };

  it("is set aside for payments in production, the catalogue's has an end, and AWS's 100 stay free", () => {
    const { reserved } = read("prod");
    expect(Object.keys(reserved).sort()).toEqual([
      "catalog-api",
      "checkout-api",
      "refund-payment",
      "settle-payment",
      "stripe-webhook",
    ]);
    expect(Object.values(reserved).reduce((a, b) => a + b)).toBeLessThanOrEqual(900);
  });

  it("is nobody's own in a trial stage: a new account has 10 in all", () => {
    expect(read("dev").reserved).toEqual({});
  });

  it.each(["dev", "prod"])(
    "of queues in stage %s stays within their function's, so no message meets a throttle",
    (stage) => {
      const { all, queues } = read(stage);
      expect(queues).toHaveLength(8);
      for (const { properties } of queues) {
        const fn = all.find(({ id }) => id === properties.FunctionName);
        expect(properties.ScalingConfig?.MaximumConcurrency).toBeLessThanOrEqual(
          fn?.properties.ReservedConcurrentExecutions ?? 5,
        );
      }
    },
  );
});

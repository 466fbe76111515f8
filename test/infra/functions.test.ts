import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import * as z from "zod/mini";
import { lambdaEntries } from "../support/lambda-entries.ts";
import { GetAtt, Ref, resources, stageTemplate } from "./stage-templates.ts";

const template = await stageTemplate("dev");

const Strings = z.pipe(
  z.union([z.string(), z.array(z.string())]),
  z.transform((value) => [value].flat()),
);
const Statement = z.object({
  Effect: z.literal("Allow"),
  Action: Strings,
  Resource: z.pipe(
    z.unknown(),
    z.transform((resource) => [resource].flat().map((arn) => JSON.stringify(arn))),
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
    Environment: z.optional(z.object({ Variables: z.record(z.string(), z.unknown()) })),
    LoggingConfig: z.object({ LogFormat: z.optional(z.string()), LogGroup: Ref }),
  }),
);
/** The shop's functions, without the CDK's function that copies the site into its bucket. */
const shopFunctions = functions.flatMap(({ properties: { FunctionName, ...properties } }) =>
  FunctionName ? [{ name: FunctionName.replace("bourbon-vipers-dev-", ""), ...properties }] : [],
);
const logs = resources(template, "AWS::Logs::LogGroup", z.object({ RetentionInDays: z.number() }));
const policies = resources(
  template,
  "AWS::IAM::Policy",
  z.object({ Roles: z.array(Ref), PolicyDocument: z.object({ Statement: z.array(Statement) }) }),
);

/** The policy statements of a function's role. */
const statementsOf = (name: string) => {
  const role = shopFunctions.find((fn) => fn.name === name)?.Role ?? "";
  return policies
    .filter(({ properties }) => properties.Roles.includes(role))
    .flatMap(({ properties }) => properties.PolicyDocument.Statement);
};
const LeadingKeysCondition = z.object({
  "ForAllValues:StringLike": z.object({ "dynamodb:LeadingKeys": Strings }),
});
/** The allowed prefixes of partition keys for each action on the table. Fails if a statement has none. */
const keysOf = (name: string): Record<string, string[]> => {
  const rows = statementsOf(name).flatMap(({ Action, Condition }) =>
    Action.filter((action) => /^dynamodb:(\w+Item|Query|Scan)$/.test(action)).map((action) => {
      const keys = z.parse(LeadingKeysCondition, Condition)["ForAllValues:StringLike"][
        "dynamodb:LeadingKeys"
      ];
      return [action.replace("dynamodb:", ""), [...keys].sort()] as const;
    }),
  );
  expect(new Set(rows.map(([action]) => action)).size).toBe(rows.length);
  return Object.fromEntries(rows);
};
const actionsOf = (name: string) => new Set(statementsOf(name).flatMap(({ Action }) => Action));

describe("functions", () => {
  it("of stage dev are those that every stage has", () => {
    expect(shopFunctions.map(({ name }) => name).sort()).toEqual([
      "admin-api",
      "catalog-api",
      "checkout-api",
      "contact-api",
      "count-sales",
      "expire-session",
      "note-undelivered",
      "order-api",
      "process-image",
      "publish-events",
      "reconcile-books",
      "reconcile-checkouts",
      "refund-payment",
      "remove-pictures",
      "render-page",
      "send-order-email",
      "settle-payment",
      "stripe-webhook",
      "ticket-api",
      "watch-stock",
    ]);
  });

  it("are all files of lambdas/ in a stage with every feature", async () => {
    const NameProperties = z.object({ FunctionName: z.optional(z.string()) });
    const names = resources(
      await stageTemplate("everything"),
      "AWS::Lambda::Function",
      NameProperties,
    ).flatMap(({ properties }) => properties.FunctionName?.replace("bourbon-vipers-everything-", "") ?? []);
    expect(names.sort()).toEqual(lambdaEntries.toSorted());
  });

  it("render pages only after the files that the pages link to are deployed", () => {
    const [assets] = Object.entries(
      template.findResources("Custom::CDKBucketDeployment", {
        Properties: { DestinationBucketKeyPrefix: "assets" },
      }),
    );
    const [[, renderPage] = []] = Object.entries(
      template.findResources("AWS::Lambda::Function", {
        Properties: { FunctionName: "bourbon-vipers-dev-render-page" },
      }),
    );
    expect(renderPage?.["DependsOn"]).toContain(assets?.[0]);
  });

  it.each(shopFunctions)("$name applies its source map to stack traces", ({ Environment }) => {
    expect(Environment?.Variables["NODE_OPTIONS"]).toBe("--enable-source-maps");
  });

  it.each(shopFunctions)(
    "$name runs Node 24 on arm64 and logs JSON",
    ({ Runtime, Architectures, LoggingConfig }) => {
      expect(Runtime).toBe("nodejs24.x");
      expect(Architectures).toEqual(["arm64"]);
      expect(LoggingConfig.LogFormat).toBe("JSON");
    },
  );

  it("keep their logs for the stage's retention", () => {
    for (const { properties } of functions) {
      const log = logs.find(({ id }) => id === properties.LoggingConfig.LogGroup);
      expect(log?.properties.RetentionInDays).toBe(14);
    }
  });

  it.each(shopFunctions.filter(({ name }) => /-api$|-webhook$/.test(name)))(
    "$name times out before the gateway does",
    ({ Timeout }) => expect(Timeout).toBeLessThanOrEqual(29),
  );
});

describe("permissions", () => {
  it("let catalog-api and render-page only read", () => {
    for (const name of ["catalog-api", "render-page"])
      expect(actionsOf(name)).toEqual(
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
    ...["catalog-api", "render-page"].map((name): [string, Record<string, string[]>] => [
      name,
      Object.fromEntries(
        ["GetItem", "BatchGetItem", "Query"].map((action) => [
          action,
          ["BEST_SELLERS*", "CATALOGUE#*", "FEATURED*", "LISTED*", "PRODUCT#*"],
        ]),
      ),
    ]),
    ["contact-api", { GetItem: ["MAILBOX#*"], UpdateItem: ["LIMIT#*"] }],
    ["count-sales", { GetItem: ["SALES#*"], PutItem: ["SALES#*"], UpdateItem: ["SALES#*"] }],
    ["note-undelivered", { UpdateItem: ["MAILBOX#*"] }],
    // In this stage a customer can only ask the team to cancel an order, so the function may not cancel one.
    [
      "order-api",
      {
        BatchGetItem: ["TICKET#*"],
        GetItem: ["MAILBOX#*", "ORDER#*"],
        PutItem: ["ORDER#*"],
        Query: ["PRODUCT#*"],
        UpdateItem: ["LIMIT#*", "ORDER#*"],
      },
    ],
    ["process-image", { UpdateItem: ["UPLOAD#*"] }],
    ["publish-events", { UpdateItem: ["BOOKS*", "ORDER#*", "PRODUCT#*", "TICKET#*"] }],
    ["remove-pictures", { Query: ["PICTURES*", "PRODUCT#*"], UpdateItem: ["UPLOAD#*"] }],
    [
      "send-order-email",
      {
        DeleteItem: ["ORDER#*"],
        GetItem: ["MAILBOX#*", "ORDER#*"],
        PutItem: ["ORDER#*"],
        Query: ["PRODUCT#*"],
        UpdateItem: ["ORDER#*"],
      },
    ],
    ["stripe-webhook", {}],
    // The stage has no tickets.
    ["ticket-api", {}],
    ["watch-stock", { PutItem: ["PRODUCT#*"], Query: ["PRODUCT#*"], DeleteItem: ["PRODUCT#*"] }],
  ])("let %s do only %j to the table", (name, expected) => {
    expect(keysOf(name)).toEqual(expected);
  });

  it("let remove-pictures delete checked pictures only", () => {
    const statements = statementsOf("remove-pictures");
    const s3 = statements.filter(({ Action }) => Action.some((action) => action.startsWith("s3:")));
    expect(s3.map(({ Action }) => Action)).toEqual([["s3:DeleteObject"]]);
    expect(s3[0]?.Resource.every((resource) => resource.includes("/products/*"))).toBe(true);
  });

  // Without ListBucket a missing key is 403, so a redelivered message would be retried for ever.
  it("let process-image see that an upload was deleted", () => {
    const listing = statementsOf("process-image").filter(({ Action }) => Action.includes("s3:ListBucket"));
    expect(listing).toHaveLength(1);
    expect(listing[0]?.Condition).toBeUndefined();
  });

  it("give the Stripe key only to functions that call Stripe", () => {
    const readers = shopFunctions
      .filter(({ name }) =>
        statementsOf(name).some(({ Resource }) => Resource.some((arn) => arn.includes("StripeApiKey"))),
      )
      .map(({ name }) => name);
    expect(readers.sort()).toEqual([
      "checkout-api",
      "expire-session",
      "reconcile-books",
      "reconcile-checkouts",
      "refund-payment",
    ]);
  });

  it("let only the back office's functions call Cognito, only to read the groups of users of this pool", () => {
    const cognito = shopFunctions.flatMap(({ name }) =>
      statementsOf(name)
        .filter(({ Action }) => Action.some((action) => action.startsWith("cognito-")))
        .map(({ Action, Resource }) => [
          name,
          Action,
          Resource.every((arn) => /AdminSignInPool.*Arn/.test(arn)),
        ]),
    );
    const reading = ["cognito-idp:AdminListGroupsForUser"];
    expect(cognito.sort()).toEqual([
      ["admin-api", reading, true],
      ["ticket-api", reading, true],
    ]);
  });

  it("never include a scan", () => {
    for (const { name } of shopFunctions) expect(actionsOf(name)).not.toContain("dynamodb:Scan");
  });

  it("let only process-image write the pictures that are served", () => {
    const writers = shopFunctions.filter(({ name }) =>
      statementsOf(name).some(
        ({ Action, Resource }) =>
          Action.includes("s3:PutObject") && Resource.some((arn) => arn.includes("/products/*")),
      ),
    );
    expect(writers.map(({ name }) => name)).toEqual(["process-image"]);
  });

  it("have no wildcards except for the objects in the folders of pictures, and mail in the sandbox", () => {
    const statementsWithWildcard = shopFunctions.flatMap(({ name }) =>
      statementsOf(name).filter(({ Action, Resource }) =>
        [...Action, ...Resource].some((text) =>
          text.replace(/\/(uploads|products)\/\*|:identity\/\*/, "").includes("*"),
        ),
      ),
    );
    expect(statementsWithWildcard).toEqual([]);
  });

  it.each(["checkout-api", "contact-api", "send-order-email", "ticket-api"])(
    "let %s send from the shop's address only",
    (name) => {
      const sending = statementsOf(name).filter(({ Action }) => Action.includes("ses:SendEmail"));
      expect(sending).toHaveLength(1);
      expect(sending[0]?.Condition).toEqual({
        StringEquals: { "ses:FromAddress": "trial-shop@bourbonvipers.example" },
      });
    },
  );

  it.each([
    ["checkout-api", ["MailConfiguration"]],
    ["contact-api", ["MailConfiguration", "MailTeamConfiguration"]],
    ["send-order-email", ["MailConfiguration", "MailTeamConfiguration"]],
    ["ticket-api", ["MailConfiguration"]],
  ])("let %s send with the configuration sets %j only", (name, sets) => {
    const arns = statementsOf(name)
      .filter(({ Action }) => Action.includes("ses:SendEmail"))
      .flatMap(({ Resource }) => Resource.filter((arn) => arn.includes(":configuration-set/")));
    expect(arns.map((arn) => /Mail(Team)?Configuration/.exec(arn)?.[0]).sort()).toEqual(sets);
  });

  it("let no function send MIME messages, which could have any header, even in a stage with tickets", async () => {
    const policies = (await stageTemplate("prod")).findResources("AWS::IAM::Policy");
    expect(JSON.stringify(policies)).not.toContain("ses:SendRawEmail");
  });

  it("allow mail to any address in the SES sandbox, where IAM also checks the recipient's identity", () => {
    const [sending] = statementsOf("contact-api").filter(({ Action }) => Action.includes("ses:SendEmail"));
    expect(sending?.Resource.filter((arn) => arn.includes(":identity/"))).toEqual([
      expect.stringContaining(":identity/*"),
    ]);
  });

  it("allow mail from the identities of the sender's address and domain, because either may be verified", async () => {
    const statements = JSON.stringify((await stageTemplate("prod")).findResources("AWS::IAM::Policy"));
    expect(statements).toContain(":identity/shop@bourbonvipers.example");
    expect(statements).toContain(":identity/bourbonvipers.example");
    expect(statements).not.toContain(":identity/*");
  });

  it.each([
    ["stripe-webhook", "stripe"],
    ["publish-events", "shop.orders"],
    ["reconcile-checkouts", "shop.orders"],
  ])("let %s put several events of the source %s in one call, and no other", (name, source) => {
    const putting = statementsOf(name).filter(({ Action }) => Action.includes("events:PutEvents"));
    expect(putting.map(({ Condition }) => Condition)).toEqual([
      {
        "ForAllValues:StringEquals": { "events:source": [source] },
        Null: { "events:source": "false" },
      },
    ]);
  });
});

describe("concurrency", () => {
  const Reserved = z.object({
    FunctionName: z.optional(z.string()),
    ReservedConcurrentExecutions: z.optional(z.number()),
  });
  /** A function, or its alias: `Fn::Join` over the parts of the alias's ARN. */
  const Consumer = z.union([
    Ref,
    z.pipe(
      z.unknown(),
      z.transform((join) => JSON.stringify(join)),
    ),
  ]);
  const Mapping = z.object({
    FunctionName: Consumer,
    ScalingConfig: z.optional(z.object({ MaximumConcurrency: z.number() })),
    EventSourceArn: GetAtt,
  });
  const readConcurrency = async (stage: "dev" | "prod") => {
    const templateOfStage = await stageTemplate(stage);
    const allFunctions = resources(templateOfStage, "AWS::Lambda::Function", Reserved);
    return {
      allFunctions,
      reserved: Object.fromEntries<number>(
        allFunctions.flatMap(({ properties: { FunctionName, ReservedConcurrentExecutions: count } }) =>
          count === undefined ? [] : [[String(FunctionName).replace(`bourbon-vipers-${stage}-`, ""), count]],
        ),
      ),
      queues: resources(templateOfStage, "AWS::Lambda::EventSourceMapping", Mapping).filter(
        ({ properties }) => properties.ScalingConfig !== undefined,
      ),
    };
  };

  it("is reserved for payments in production, limited for public reads, and leaves 100 unreserved", async () => {
    const { reserved } = await readConcurrency("prod");
    expect(Object.keys(reserved).sort()).toEqual([
      "catalog-api",
      "checkout-api",
      "refund-payment",
      "render-page",
      "settle-payment",
      "stripe-webhook",
    ]);
    expect(Object.values(reserved).reduce((sum, count) => sum + count)).toBeLessThanOrEqual(900);
  });

  it("is not reserved in stage dev, because a new account has only 10", async () => {
    expect((await readConcurrency("dev")).reserved).toEqual({});
  });

  it("of all queues of stage dev is what SCALE.md says, which is more than a new account has", async () => {
    const { queues } = await readConcurrency("dev");
    const all = queues.map(({ properties }) => properties.ScalingConfig?.MaximumConcurrency ?? NaN);
    expect(readFileSync(new URL("../../infra/SCALE.md", import.meta.url), "utf8")).toContain(
      `the ${all.length} queues of \`dev\` may take ${all.reduce((sum, count) => sum + count)},`,
    );
  });

  it.each([
    ["dev", 9],
    // With the queues of webhooks and tickets.
    ["prod", 11],
  ] as const)(
    "of a queue in stage %s is at most the function's concurrency, so that no message is throttled",
    async (stage, count) => {
      const { allFunctions, queues } = await readConcurrency(stage);
      const aliases = resources(
        await stageTemplate(stage),
        "AWS::Lambda::Alias",
        z.object({ FunctionName: Ref }),
      );
      const functionIdOf = (consumer: string) =>
        aliases.find(({ id }) => consumer.includes(`"${id}"`))?.properties.FunctionName ?? consumer;
      expect(queues).toHaveLength(count);
      for (const { properties } of queues) {
        const fn = allFunctions.find(({ id }) => functionIdOf(properties.FunctionName) === id);
        expect(fn).toBeDefined();
        expect(properties.ScalingConfig?.MaximumConcurrency).toBeLessThanOrEqual(
          fn?.properties.ReservedConcurrentExecutions ?? 5,
        );
      }
    },
  );
});

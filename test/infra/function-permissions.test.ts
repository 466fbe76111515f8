import { describe, expect, it } from "vitest";
import * as z from "zod/mini";
import { devTemplate, shopFunctions } from "./dev-functions.ts";
import { Ref, resources, stageTemplate } from "./stage-templates.ts";

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

const policies = resources(
  devTemplate,
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
const mailStatementsOf = (name: string) =>
  statementsOf(name).filter(({ Action }) => Action.includes("ses:SendEmail"));
const LeadingKeysCondition = z.object({
  "ForAllValues:StringLike": z.object({ "dynamodb:LeadingKeys": Strings }),
});
/** The allowed partition keys (patterns) for each action on the table. Throws if a statement does not limit the keys. */
const tableKeysOf = (name: string): Record<string, string[]> => {
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

describe("the permissions of functions", () => {
  it("let catalog-api and render-page only read the table", () => {
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
  ])("let %s use the table only for %j (partition keys by action)", (name, expected) => {
    expect(tableKeysOf(name)).toEqual(expected);
  });

  it("let remove-pictures delete pictures that are served, but no uploads", () => {
    const s3Statements = statementsOf("remove-pictures").filter(({ Action }) =>
      Action.some((action) => action.startsWith("s3:")),
    );
    expect(s3Statements.map(({ Action }) => Action)).toEqual([["s3:DeleteObject"]]);
    expect(s3Statements[0]?.Resource.every((resource) => resource.includes("/products/*"))).toBe(true);
  });

  // Without ListBucket S3 answers 403 for a missing key, so a redelivered message would be retried until it is a dead letter.
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

  it("let only admin-api and ticket-api call Cognito, and only to read the groups of this pool's users", () => {
    const cognitoPermissions = shopFunctions.flatMap(({ name }) =>
      statementsOf(name)
        .filter(({ Action }) => Action.some((action) => action.startsWith("cognito-")))
        .map(({ Action, Resource }) => [
          name,
          Action,
          Resource.every((arn) => /AdminSignInPool.*Arn/.test(arn)),
        ]),
    );
    const readGroups = ["cognito-idp:AdminListGroupsForUser"];
    expect(cognitoPermissions.sort()).toEqual([
      ["admin-api", readGroups, true],
      ["ticket-api", readGroups, true],
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

  it("have no wildcards except for the objects in the folders of pictures, and for recipients in the SES sandbox", () => {
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
    "let %s send mail from the shop's address only",
    (name) => {
      const mailStatements = mailStatementsOf(name);
      expect(mailStatements).toHaveLength(1);
      expect(mailStatements[0]?.Condition).toEqual({
        StringEquals: { "ses:FromAddress": "trial-shop@bourbonvipers.example" },
      });
    },
  );

  it.each([
    ["checkout-api", ["MailConfiguration"]],
    ["contact-api", ["MailConfiguration", "MailTeamConfiguration"]],
    ["send-order-email", ["MailConfiguration", "MailTeamConfiguration"]],
    ["ticket-api", ["MailConfiguration"]],
  ])("let %s send mail with the configuration sets %j only", (name, sets) => {
    const arns = mailStatementsOf(name).flatMap(({ Resource }) =>
      Resource.filter((arn) => arn.includes(":configuration-set/")),
    );
    expect(arns.map((arn) => /Mail(Team)?Configuration/.exec(arn)?.[0]).sort()).toEqual(sets);
  });

  it("let no function send MIME messages, which could have any header, even in a stage with tickets", async () => {
    const policiesOfProd = (await stageTemplate("prod")).findResources("AWS::IAM::Policy");
    expect(JSON.stringify(policiesOfProd)).not.toContain("ses:SendRawEmail");
  });

  it("allow mail to any address in the SES sandbox, where IAM also checks the recipient's identity", () => {
    const [mailStatement] = mailStatementsOf("contact-api");
    expect(mailStatement?.Resource.filter((arn) => arn.includes(":identity/"))).toEqual([
      expect.stringContaining(":identity/*"),
    ]);
  });

  it("allow mail from the identities of the sender's address and domain, because either may be verified", async () => {
    const policiesText = JSON.stringify((await stageTemplate("prod")).findResources("AWS::IAM::Policy"));
    expect(policiesText).toContain(":identity/shop@bourbonvipers.example");
    expect(policiesText).toContain(":identity/bourbonvipers.example");
    expect(policiesText).not.toContain(":identity/*");
  });

  it.each([
    ["stripe-webhook", "stripe"],
    ["publish-events", "shop.orders"],
    ["reconcile-checkouts", "shop.orders"],
  ])("let %s put one or more events with the source %s in a call, and no other events", (name, source) => {
    const eventStatements = statementsOf(name).filter(({ Action }) => Action.includes("events:PutEvents"));
    expect(eventStatements.map(({ Condition }) => Condition)).toEqual([
      {
        "ForAllValues:StringEquals": { "events:source": [source] },
        Null: { "events:source": "false" },
      },
    ]);
  });
});

import { describe, expect, it } from "vitest";
import * as z from "zod/mini";
import { STACK_PREFIX } from "../../infra/names.ts";
import { GetAtt, Ref, resources, stageTemplate } from "./stage-templates.ts";

const template = await stageTemplate("prod");

const Functions = z.object({ FunctionName: z.optional(z.string()), Role: GetAtt });
const Statement = z.object({
  Action: z.union([z.string(), z.array(z.string())]),
  Resource: z.optional(z.unknown()),
  Condition: z.optional(z.record(z.string(), z.record(z.string(), z.unknown()))),
});
const Policies = z.object({
  Roles: z.array(Ref),
  PolicyDocument: z.object({ Statement: z.array(Statement) }),
});

const statementsOf = (name: string) => {
  const role = resources(template, "AWS::Lambda::Function", Functions).find(
    ({ properties }) => properties.FunctionName === `${STACK_PREFIX}prod-${name}`,
  )?.properties.Role;
  return resources(template, "AWS::IAM::Policy", Policies)
    .filter(({ properties }) => properties.Roles.includes(role ?? ""))
    .flatMap(({ properties }) => properties.PolicyDocument.Statement);
};

/** The patterns of the allowed partition keys, by action on the table. */
const keysOf = (name: string) =>
  Object.fromEntries(
    statementsOf(name).flatMap(({ Action, Condition }) =>
      [Action]
        .flat()
        .filter((action) => action.startsWith("dynamodb:"))
        .map((action) => [
          action.replace("dynamodb:", ""),
          [Condition?.["ForAllValues:StringLike"]?.["dynamodb:LeadingKeys"]].flat().sort(),
        ]),
    ),
  ) as Record<string, unknown>;

describe("the functions of tickets", () => {
  it("write only tickets, rate limits, and the items of orders that issuing needs, and read only what they need", () => {
    expect(keysOf("issue-tickets")).toEqual({
      GetItem: ["MAILBOX#*", "ORDER#*", "TICKET#*"],
      BatchGetItem: ["TICKET#*"],
      Query: ["PRODUCT#*"],
      PutItem: ["ORDER#*", "TICKET#*"],
      UpdateItem: ["ORDER#*", "TICKET#*"],
      DeleteItem: ["ORDER#*", "TICKET#*"],
    });
    expect(keysOf("keep-tickets")).toEqual({
      BatchGetItem: ["PRODUCT#*"],
      Query: ["CATALOGUE#*", "PRODUCT#*", "TICKETS#*"],
      UpdateItem: ["TICKET#*"],
    });
    expect(keysOf("ticket-api")).toEqual({
      GetItem: ["MAILBOX#*", "TICKET#*"],
      BatchGetItem: ["PRODUCT#*", "TICKET#*"],
      Query: ["CATALOGUE#*", "PRODUCT#*", "TICKETS#*"],
      PutItem: ["TICKET#*"],
      UpdateItem: ["LIMIT#*", "TICKET#*"],
      DeleteItem: ["TICKET#*"],
    });
  });

  it("that make or check codes read the secret with the ticket keys, as does the function that mails codes for pick-ups", () => {
    const readers = resources(template, "AWS::Lambda::Function", Functions).flatMap(
      ({ properties: { FunctionName = "" } }) => {
        const name = FunctionName.replace(`${STACK_PREFIX}prod-`, "");
        return JSON.stringify(statementsOf(name)).includes('"TicketKeys') ? [name] : [];
      },
    );
    expect(readers.sort()).toEqual(["issue-tickets", "send-order-email", "ticket-api"]);
  });

  it("get every event that can change an order's tickets; `events:replay` finds the rule by its description", () => {
    const Rule = z.object({
      Description: z.optional(z.string()),
      EventPattern: z.object({ "detail-type": z.optional(z.array(z.string())) }),
    });
    const rule = resources(template, "AWS::Events::Rule", Rule).find(
      ({ properties }) => properties.Description === "Order events for tickets",
    );
    expect(rule?.properties.EventPattern["detail-type"]?.sort()).toEqual([
      ...["DisputeUpdated", "OrderCancelled", "OrderErased", "OrderPaid", "OrderRefunded"],
      ...["OrderStatusChanged", "RefundFailed", "RefundRequested", "TicketIssued"],
      "TicketVoided",
    ]);
  });
});

it("the secret with the ticket keys is kept when the stack is deleted", () => {
  const secrets = template.findResources("AWS::SecretsManager::Secret");
  const [keys] = Object.entries(secrets).filter(([id]) => id.startsWith("TicketKeys"));
  expect(keys?.[1]).toMatchObject({ DeletionPolicy: "RetainExceptOnCreate" });
});

describe("a stage without tickets", () => {
  it("has no secret with ticket keys, and no function of tickets except ticket-api", async () => {
    const dev = await stageTemplate("dev");
    const secrets = Object.keys(dev.findResources("AWS::SecretsManager::Secret"));
    expect(secrets.filter((id) => id.startsWith("TicketKeys"))).toEqual([]);
    const names = resources(dev, "AWS::Lambda::Function", Functions).map(
      ({ properties }) => properties.FunctionName?.replace(`${STACK_PREFIX}dev-`, "") ?? "",
    );
    expect(names.filter((name) => name.includes("ticket"))).toEqual(["ticket-api"]);
  });
});

import { expect, it } from "vitest";
import * as z from "zod/mini";
import { resources, stageTemplate } from "./stage-templates.ts";

const [stageWithTickets, stageWithoutTickets] = [await stageTemplate("prod"), await stageTemplate("dev")];
const Statement = z.object({
  Action: z.union([z.string(), z.array(z.string())]),
  Resource: z.unknown(),
  Condition: z.optional(z.unknown()),
});
const Policy = z.object({ PolicyDocument: z.object({ Statement: z.array(Statement) }) });

/** The statements of the policies whose logical ids begin with `name`. */
const statementsOf = (name: string) =>
  resources(stageWithTickets, "AWS::IAM::Policy", Policy)
    .filter(({ id }) => id.startsWith(name))
    .flatMap(({ properties }) => properties.PolicyDocument.Statement);
const actionsOf = (name: string) => statementsOf(name).flatMap(({ Action }) => Action);

it("a stage without tickets has neither the functions for the door nor the group of door staff", () => {
  expect(JSON.stringify(stageWithoutTickets.toJSON())).not.toMatch(/door-api|staff-api|DoorStaff/);
});

it("a stage with tickets has the group door, and its invitation mail links to the page of the door", () => {
  stageWithTickets.hasResourceProperties("AWS::Cognito::UserPoolGroup", { GroupName: "door" });
  expect(JSON.stringify(stageWithTickets.findResources("AWS::Cognito::UserPool"))).toContain(
    "To let guests in, sign in at https://shop.bourbonvipers.example/door with your email address",
  );
});

it("only staff-api may change accounts, and in Cognito it may only invite, list and remove people and sign them out", () => {
  const changingPolicies = resources(stageWithTickets, "AWS::IAM::Policy", Policy).filter(({ properties }) =>
    JSON.stringify(properties).includes("cognito-idp:AdminAddUserToGroup"),
  );
  expect(changingPolicies.map(({ id }) => /DoorStaffApi/.test(id))).toEqual([true]);
  expect(actionsOf("DoorStaffApi").filter((action) => action.startsWith("cognito-idp:"))).toEqual([
    "cognito-idp:AdminAddUserToGroup",
    "cognito-idp:AdminCreateUser",
    "cognito-idp:AdminListGroupsForUser",
    "cognito-idp:AdminRemoveUserFromGroup",
    "cognito-idp:AdminUserGlobalSignOut",
    "cognito-idp:ListUsersInGroup",
  ]);
  const [cognito] = statementsOf("DoorStaffApi").filter(({ Action }) => String(Action).includes("cognito"));
  expect(JSON.stringify(cognito?.Resource)).toMatch(/AdminSignInPool\w+","Arn/);
});

it("door-api reads tickets, products and orders, and writes tickets and orders only", () => {
  const keysByAction = Object.fromEntries(
    statementsOf("DoorDoorApi")
      .filter(({ Action }) => String(Action).startsWith("dynamodb:"))
      .flatMap(({ Action, Condition }) => [Action].flat().map((action) => [action, Condition] as const))
      .map(([action, Condition]) => [action, JSON.stringify(Condition).match(/[A-Z]+#?\*/g)]),
  );
  expect(keysByAction).toEqual({
    "dynamodb:GetItem": ["TICKET#*", "ORDER#*"],
    "dynamodb:BatchGetItem": ["PRODUCT#*"],
    "dynamodb:Query": ["TICKETS#*", "PRODUCT#*", "CATALOGUE#*"],
    "dynamodb:PutItem": ["TICKET#*", "TICKETS#*", "ORDER#*"],
  });
});

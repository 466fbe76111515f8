import { execFile } from "node:child_process";
import { closeSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { PassThrough, Readable } from "node:stream";
import { promisify } from "node:util";
import {
  CloudFormationClient,
  DescribeStacksCommand,
  type StackStatus,
} from "@aws-sdk/client-cloudformation";
import {
  AdminSetUserPasswordCommand,
  CognitoIdentityProviderClient,
} from "@aws-sdk/client-cognito-identity-provider";
import { InvokeCommand, LambdaClient } from "@aws-sdk/client-lambda";
import { GetCallerIdentityCommand, STSClient } from "@aws-sdk/client-sts";
import { mockClient } from "../../support/mock-client.ts";
import { expect, onTestFinished, test, vi } from "vitest";
import {
  openOutput,
  requireCustomerEmail,
  requireEmail,
  writeOutput,
} from "../../../infra/commands/email-and-output.ts";
import { askForAnswer, confirm, readArguments, runCommand } from "../../../infra/commands/command.ts";
import { createAdmin } from "../../../infra/commands/create-admin.ts";
import { reportLines, runReconcileBooks } from "../../../infra/commands/reconcile.ts";
import { readOutputs, requireOutputs } from "../../../infra/commands/deployed-stack.ts";
import { bestOffer } from "../../../infra/commands/smoke/offers.ts";
import { exampleStages } from "../../../infra/example-stages.ts";
import { STACK_PREFIX } from "../../../infra/names.ts";
import { stages } from "../../../infra/stages.ts";
import { testProduct } from "../../support/fixtures.ts";
import { startCognito } from "../local/cognito-support.ts";

test("arguments are read by name; a missing or unknown argument is refused with the usage", () => {
  expect(readArguments(["stage"], ["--stage", "dev"])).toEqual({ stage: "dev", yes: false });
  expect(readArguments(["stage"], ["--stage=dev", "--yes"])).toEqual({ stage: "dev", yes: true });
  expect(() => readArguments(["stage", "email"], ["--stage", "dev"])).toThrow(
    "--email is missing.\nUsage: --stage <stage> --email <email> [--yes]",
  );
  expect(() => readArguments(["stage"], ["--stag", "dev"])).toThrow(/Unknown option '--stag'/);
});

test("arguments may be optional, repeated or flags; --help prints what the command does", async () => {
  const options = { help: "Restores.", optional: ["at"], lists: ["order"], flags: ["all"] } as const;
  expect(readArguments([], ["--order", "a", "--order=b", "--all"], options)).toEqual({
    order: ["a", "b"],
    all: true,
    yes: false,
  });
  expect(readArguments(["stage"], ["--stage", "dev"], options)).toMatchObject({ order: [], all: false });
  const print = vi.spyOn(console, "log").mockImplementation(() => undefined);
  await runCommand(() => Promise.resolve(void readArguments(["stage"], ["--help"], options)));
  expect(print).toHaveBeenCalledWith(
    "Restores.\n\nUsage: --stage <stage> [--at <at>] [--order <order>]… [--all] [--yes]",
  );
  expect(process.exitCode).toBeUndefined();
});

test.each(["permissions", "cost"])("%s prints its help, and refuses unknown arguments", async (name) => {
  const run = async (argument: string) => {
    const file = join(import.meta.dirname, `../../../infra/commands/${name}.ts`);
    return promisify(execFile)(process.execPath, [file, argument]).catch((error: unknown) => error);
  };
  expect(await run("--help")).toMatchObject({ stdout: expect.stringContaining("Usage: [--yes]") as string });
  expect(await run("--nonsense")).toMatchObject({ code: 1, stdout: "" });
});

test("npm run customer without an action asks for one of its three actions", async () => {
  const file = join(import.meta.dirname, "../../../infra/commands/customer.ts");
  const result = await promisify(execFile)(process.execPath, [file]).catch((error: unknown) => error);
  const stderr = expect.stringContaining("export, erase or collect-consents?") as string;
  expect(result).toMatchObject({ code: 1, stderr });
});

test("an invalid email address and a file that cannot be written are refused", () => {
  for (const check of [requireEmail, requireCustomerEmail]) {
    expect(() => check("ada@example.org")).not.toThrow();
    expect(() => check("nonsense")).toThrow("nonsense is not an email address.");
  }
  // The form to sign in refuses such an address, but an order of an earlier version may have it, and its data must be found.
  expect(() => requireEmail("ada.@example.org")).toThrow("ada.@example.org is not an email address.");
  expect(() => requireCustomerEmail("ada.@example.org")).not.toThrow();
  expect(() => openOutput("/nonexistent/x.json")).toThrow(/^--out: ENOENT: no such file or directory/);
});

test("an existing output file becomes readable only for its owner, and keeps its content until it is written", () => {
  const path = join(mkdtempSync(join(tmpdir(), "output-")), "ada.json");
  writeFileSync(path, "the earlier export", { mode: 0o644 });
  const file = openOutput(path);
  expect(statSync(path).mode & 0o777).toBe(0o600);
  expect(readFileSync(path, "utf8")).toBe("the earlier export");
  writeOutput(file, "new");
  closeSync(file);
  expect(readFileSync(path, "utf8")).toBe("new");
  rmSync(dirname(path), { recursive: true });
});

test("a comparison of the books is run by the stage's function, and printed; a failure names the function", async () => {
  const time = "2026-11-22T10:00:00.000Z";
  const lambdaResult = {
    ...{ startedAt: "2026-11-22T10:00:00.001Z", finishedAt: time, since: time, until: time },
    ...{ repairedCount: 0, repaired: [] },
    counted: { orders: 3, sessions: 4, refunds: 1, disputes: 0, products: 28 },
    openCount: 2,
    open: [{ kind: "refund-differs", orderId: "ord_1", stripeId: "re_1", shop: 62, other: 60 }],
  };
  const lambda = mockClient(LambdaClient);
  const payloadOf = (body: unknown) => Buffer.from(JSON.stringify(body)) as never;
  lambda
    .on(InvokeCommand, { FunctionName: `${STACK_PREFIX}dev-reconcile-books`, Payload: '{"dryRun":true}' })
    .resolves({ Payload: payloadOf(lambdaResult) });
  const comparison = await runReconcileBooks("dev", true);
  expect(reportLines(comparison, true)).toEqual([
    `Compared from ${time} to ${time}: 3 orders, 4 sessions, 1 refunds, 0 disputes, 28 products.`,
    "The comparison ended early. The next one continues.",
    "Drift: 2",
    "- A refund had another amount or status at Stripe. Compare both, and tell the customer what is true. ord_1 re_1 (shop 62, other 60)",
    "And 1 more, in the log of reconcile-books.",
    "Without --dry-run, the shop repairs what of this is safe.",
  ]);
  const repaired = { ...comparison, openCount: 0, open: [], repairedCount: 1, repaired: comparison.open };
  expect(reportLines(repaired, false).slice(2)).toEqual([
    "Drift: 0",
    "Repaired: 1",
    "- A refund had another amount or status at Stripe. ord_1 re_1 (shop 62, other 60)",
  ]);
  lambda
    .on(InvokeCommand)
    .resolves({ FunctionError: "Unhandled", Payload: payloadOf({ errorMessage: "Oops" }) });
  await expect(runReconcileBooks("dev", false)).rejects.toThrow(/reconcile-books failed: .*Oops/);
});

test("missing credentials and a server without an answer give a message without a stack trace", async () => {
  const print = vi.spyOn(console, "error").mockImplementation(() => undefined);
  const error = Object.assign(new Error("Token is expired"), { name: "CredentialsProviderError" });
  await runCommand(() => Promise.reject(error));
  expect(print).toHaveBeenCalledWith(
    expect.stringMatching(/^There are no valid AWS credentials \(Token is expired\)/),
  );
  const cause = new Error("getaddrinfo ENOTFOUND shop.example.org");
  await runCommand(() => Promise.reject(new TypeError("fetch failed", { cause })));
  expect(print).toHaveBeenLastCalledWith(expect.stringMatching(/^No answer: getaddrinfo ENOTFOUND shop/));
  await runCommand(() => Promise.reject(new DOMException("The operation timed out", "TimeoutError")));
  expect(print).toHaveBeenLastCalledWith("No answer in time: The operation timed out");
  process.exitCode = undefined;
});

/** Mocks credentials of an account, and puts these example stages into the account. */
function mockCredentials(account: string, ...names: (keyof typeof exampleStages)[]): void {
  mockClient(STSClient).on(GetCallerIdentityCommand).resolves({ Account: account });
  for (const name of names) Object.assign(stages, { [name]: { ...exampleStages[name], account } });
}

test("credentials of another account, and a stage without an account, are refused before anything is read", async () => {
  const cloudFormation = mockClient(CloudFormationClient);
  mockCredentials("444455556666", "prod");
  // From here on, the credentials are for another account than the stage's.
  mockCredentials("111122223333");
  await expect(readOutputs("prod")).rejects.toThrow(
    "These credentials are for account 111122223333, but stage prod is in account 444455556666",
  );
  Object.assign(stages, { dev: exampleStages.dev });
  await expect(readOutputs("dev")).rejects.toThrow(
    'Stage dev does not name its account. If 111122223333 is right, add to it in infra/stages.ts:\n  account: "111122223333",',
  );
  expect(cloudFormation.calls()).toEqual([]);
});

test("the outputs of a stage are read from its stack; an incomplete or missing stack, local, and an unknown stage are refused", async () => {
  mockCredentials("111122223333", "dev", "prod");
  const cloudFormation = mockClient(CloudFormationClient);
  cloudFormation.on(DescribeStacksCommand, { StackName: `${STACK_PREFIX}dev` }).resolves({
    Stacks: [
      {
        StackName: `${STACK_PREFIX}dev`,
        CreationTime: new Date(0),
        StackStatus: "CREATE_COMPLETE",
        Outputs: [{ OutputKey: "SiteUrl", OutputValue: "https://shop.example.org" }],
      },
    ],
  });
  cloudFormation
    .on(DescribeStacksCommand, { StackName: `${STACK_PREFIX}prod` })
    .rejects(new Error(`Stack with id ${STACK_PREFIX}prod does not exist`));
  expect(await readOutputs("dev")).toEqual({ SiteUrl: "https://shop.example.org" });
  expect((await requireOutputs("dev", ["SiteUrl"])).SiteUrl).toBe("https://shop.example.org");
  await expect(requireOutputs("dev", ["UserPoolId", "SiteUrl", "TableName"])).rejects.toThrow(
    `${STACK_PREFIX}dev has no UserPoolId, TableName: it is not deployed completely. npm run deploy -- --stage dev`,
  );
  await expect(readOutputs("prod")).rejects.toThrow(
    `${STACK_PREFIX}prod is not deployed in account 111122223333: npm run deploy -- --stage prod`,
  );
  await expect(readOutputs("local")).rejects.toThrow("Stage local is that of npm start, and is not on AWS.");
  await expect(readOutputs("pord")).rejects.toThrow(
    "There is no stage pord in infra/stages.ts. The stages are: dev, prod.",
  );
  // CloudFormation names no outputs while it rolls changes back.
  const mockState = (StackStatus: StackStatus) =>
    cloudFormation.on(DescribeStacksCommand).resolves({
      Stacks: [{ StackName: `${STACK_PREFIX}dev`, CreationTime: new Date(0), StackStatus }],
    });
  mockState("UPDATE_ROLLBACK_IN_PROGRESS");
  await expect(requireOutputs("dev", ["SiteUrl"])).rejects.toThrow(
    `${STACK_PREFIX}dev has no SiteUrl now, because CloudFormation works on it (UPDATE_ROLLBACK_IN_PROGRESS). Repeat the command`,
  );
  await expect(readOutputs("dev")).rejects.toThrow(`${STACK_PREFIX}dev has no outputs now, because`);
  // In this state CloudFormation waits until a change set is executed, so repeating the command would not help.
  mockState("REVIEW_IN_PROGRESS");
  for (const reading of [requireOutputs("dev", ["SiteUrl"]), readOutputs("dev")])
    await expect(reading).rejects.toThrow("it is not deployed completely. npm run deploy -- --stage dev");
});

test("a command says what it will do, and asks unless --yes is given", async () => {
  const print = vi.spyOn(console, "log").mockImplementation(() => undefined);
  await confirm("This changes nothing.", true);
  expect(print).toHaveBeenCalledWith("This changes nothing.");

  const output = new PassThrough();
  vi.spyOn(process, "stdout", "get").mockReturnValue(output as never);
  const input = vi.spyOn(process, "stdin", "get");
  onTestFinished(() => void vi.restoreAllMocks());
  const confirmWithAnswer = (text: string) => {
    input.mockReturnValue(Readable.from([text]) as never);
    return confirm("This deletes all.", false);
  };
  await confirmWithAnswer("Yes\n");
  expect(print).toHaveBeenLastCalledWith("This deletes all.");
  expect(String(output.read())).toBe("Continue? (yes/no) ");
  for (const refusal of ["no\n", "\n", "y\n", ""])
    await expect(confirmWithAnswer(refusal)).rejects.toThrow("Nothing was changed.");

  input.mockReturnValue(Readable.from(["trial\n"]) as never);
  expect(await askForAnswer("The stage's name: ", "Trial")).toBe(true);
});

test("smoke takes the product or variant with the most pieces, so that visitors can still buy the last piece", () => {
  const shirt = testProduct({ stock: 2 });
  const shirtWithSizes = testProduct({
    variants: ["s", "m"].map((id, i) => ({ id, size: id, stock: 3 + i })),
  });
  const now = Date.now();
  expect(bestOffer([shirt, shirtWithSizes], now)).toEqual({
    product: shirtWithSizes,
    variantId: "m",
    available: 4,
  });
  expect(bestOffer([shirt], now)).toEqual({ product: shirt, available: 2 });
  expect(bestOffer([testProduct({ stock: 0 })], now)).toBeUndefined();
});

test("admin:create invites by mail, again until the first sign-in, and the admin can reset the password", async () => {
  const { origin, mails } = await startCognito();
  const client = new CognitoIdentityProviderClient({
    region: "us-east-1",
    endpoint: origin,
    credentials: { accessKeyId: "test", secretAccessKey: "test" },
  });
  expect(await createAdmin(client, "us-east-1_LOCALpool", "first@example.com")).toBe("invited");
  expect(mails.map(({ to }) => to)).toEqual(["first@example.com"]);
  // The first temporary password may have expired.
  expect(await createAdmin(client, "us-east-1_LOCALpool", "first@example.com")).toBe("invited again");
  expect(mails).toHaveLength(2);
  await client.send(
    new AdminSetUserPasswordCommand({
      ...{ UserPoolId: "us-east-1_LOCALpool", Username: "first@example.com" },
      ...{ Password: "Rickhouse-99!", Permanent: true },
    }),
  );
  expect(await createAdmin(client, "us-east-1_LOCALpool", "first@example.com")).toBe("existed");
  const { resetPassword } = await import("aws-amplify/auth");
  await resetPassword({ username: "first@example.com" });
  expect(mails).toHaveLength(3);
});

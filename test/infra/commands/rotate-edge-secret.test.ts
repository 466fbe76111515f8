import type { StackStatus } from "@aws-sdk/client-cloudformation";
import {
  ListSecretVersionIdsCommand,
  PutSecretValueCommand,
  SecretsManagerClient,
} from "@aws-sdk/client-secrets-manager";
import { mockClient } from "../../support/mock-client.ts";
import { beforeEach, expect, test, vi } from "vitest";
import { CommandError } from "../../../infra/commands/command.ts";
import { rotateEdgeSecret } from "../../../infra/commands/rotate-edge-secret.ts";
import { STACK_PREFIX } from "../../../infra/names.ts";
import { mockAccount, realSettings, setDevSettings, shopStack, toolkitStack } from "./account-support.ts";

const NOW = new Date("2026-11-22T10:00:00Z");

beforeEach(() => setDevSettings(realSettings));

type Situation = {
  /** Whether the secret has a previous version. */
  hasPrevious?: boolean;
  /** The age of the current version in hours. */
  ageHours?: number;
  /** The command of the CDK that fails. */
  failingCommand?: "diff" | "deploy";
  /** The version of the account's bootstrap. */
  bootstrap?: string;
  /** The status of the shop's stack. */
  status?: StackStatus;
  /** Whether the operator agrees to the changes. */
  agrees?: boolean;
  /** Whether somebody else rotates the secret while the operator reads the changes. */
  isRotatedMeanwhile?: boolean;
};

/** Rotates the edge secret of a shop whose template names the version `deployedVersion`. */
function rotate(
  deployedVersion: string,
  {
    hasPrevious = true,
    ageHours = 1,
    failingCommand,
    bootstrap = "21",
    status: StackStatus = "UPDATE_COMPLETE",
    agrees = true,
    isRotatedMeanwhile = false,
  }: Situation = {},
) {
  const steps: string[] = [];
  const secrets = mockClient(SecretsManagerClient);
  secrets.on(PutSecretValueCommand).callsFake(() => Promise.resolve(void steps.push("store")));
  const listVersions = (...versions: [VersionId: string, label: string, CreatedDate: Date][]) =>
    secrets.on(ListSecretVersionIdsCommand).resolves({
      Versions: versions.map(([VersionId, label, CreatedDate]) => ({
        ...{ VersionId, CreatedDate, VersionStages: [label] },
      })),
    });
  const createdAt = new Date(+NOW - ageHours * 3_600_000);
  listVersions(
    ...(hasPrevious ? [["version-1", "AWSPREVIOUS", new Date(0)] as [string, string, Date]] : []),
    ["version-2", "AWSCURRENT", createdAt],
  );
  const cdk = vi.fn(([command = ""]: readonly string[]) => {
    steps.push(command);
    return command !== failingCommand;
  });
  const outcome = rotateEdgeSecret("dev", {
    client: mockAccount(
      [toolkitStack(bootstrap), { ...shopStack, StackStatus }],
      `{{resolve:…:SecretString:::${deployedVersion}}}`,
    ),
    secrets: new SecretsManagerClient({ region: "us-east-1" }),
    cdk,
    confirm: () => {
      if (isRotatedMeanwhile)
        listVersions(["version-2", "AWSPREVIOUS", createdAt], ["version-3", "AWSCURRENT", NOW]);
      return agrees ? Promise.resolve() : Promise.reject(new CommandError("Nothing was changed."));
    },
    now: NOW,
  });
  return { outcome, cdk, steps, stored: () => secrets.commandCalls(PutSecretValueCommand)[0]?.args[0].input };
}

test("secrets:rotate shows the changes, stores a new secret, and deploys its version to CloudFront", async () => {
  for (const [deployedVersion, situation] of [
    ["", { hasPrevious: false }], // The secret was never rotated.
    ["version-2", {}], // The last secret is deployed.
    ["version-1", { ageHours: 25 }], // The last secret was not deployed, and is too old.
  ] as const) {
    const { outcome, cdk, steps, stored } = rotate(deployedVersion, situation);
    expect(await outcome).toBe("new");
    expect(stored()?.SecretString).toMatch(/^[\w-]{48}$/);
    expect(steps).toEqual(["diff", "store", "deploy"]);
    expect(cdk.mock.calls[0]?.[0]).toContain(`originSecretVersion=${stored()?.ClientRequestToken}`);
    expect(cdk.mock.calls[1]?.[0]).toContain(".build/cdk.out");
  }
});

test("secrets:rotate after a failed deployment deploys the stored secret, so that the secret in use stays valid", async () => {
  const { outcome, cdk, steps } = rotate("version-1");
  expect(await outcome).toBe("continued");
  expect(steps).toEqual(["diff", "deploy"]);
  expect(cdk.mock.calls[0]?.[0]).toContain("originSecretVersion=version-2");
});

test("secrets:rotate says that it must be repeated within 24 hours if the deployment fails", async () => {
  await expect(rotate("version-1", { failingCommand: "deploy" }).outcome).rejects.toThrow(
    /before CloudFormation changed anything[^]*repeat the command within 24 hours/,
  );
});

test("secrets:rotate stores nothing if settings, bootstrap or stack are not ready, the diff fails, the operator refuses, or somebody else rotates the secret", async () => {
  const expectRefusal = async (situation: Situation, reason: string) => {
    const { outcome, steps } = rotate("version-2", situation);
    await expect(outcome).rejects.toThrow(reason);
    expect(steps).not.toContain("store");
    expect(steps).not.toContain("deploy");
  };
  await expectRefusal({ bootstrap: "5" }, "npx cdk bootstrap");
  await expectRefusal({ status: "UPDATE_IN_PROGRESS" }, `still works on ${STACK_PREFIX}dev`);
  await expectRefusal({ failingCommand: "diff" }, "Nothing was changed.");
  await expectRefusal({ agrees: false }, "Nothing was changed.");
  await expectRefusal({ isRotatedMeanwhile: true }, "Somebody else has rotated the secret just now");
  setDevSettings({ ...realSettings, mailSender: "shop@bourbonvipers.example" });
  await expectRefusal({}, "mailSender: shop@bourbonvipers.example is an example");
});

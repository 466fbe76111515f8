import { EventBridgeClient, PutEventsCommand } from "@aws-sdk/client-eventbridge";
import {
  GetSecretValueCommand,
  ResourceNotFoundException,
  SecretsManagerClient,
} from "@aws-sdk/client-secrets-manager";
import { mockClient } from "./mock-client.ts";
import { afterAll } from "vitest";
import type { Mail } from "./ses-server.ts";
import { contractProblem } from "./event-contract.ts";
import { SECRETS } from "./secrets.ts";

/**
 * Differences of published events from the contract. They are reported after the file's last test, because a
 * function could catch an error that is thrown earlier.
 */
const contractProblems: string[] = [];
afterAll(() => {
  if (contractProblems.length > 0)
    throw new Error(`Published events differ from the contract: ${contractProblems.splice(0).join("; ")}`);
});

export type BusEvent = { source: string; detailType: string; detail: unknown };

const awsError = ($name: string, $fault: "client" | "server") =>
  Object.assign(new Error($name), { name: $name, $fault });

/**
 * Mocks the functions' calls to Secrets Manager and EventBridge; `faults.bus` makes the calls to EventBridge fail. The SES
 * server of `openShop` uses `mails`, `faults.mail` and `faults.overQuotaCount`.
 */
export function mockAws() {
  const mails: Mail[] = [];
  const bus: BusEvent[] = [];
  const faults = {
    /** Whether SES rejects all mail, or which recipients it rejects. */
    mail: false as boolean | ((to: string) => boolean | Promise<boolean>),
    /** How many of the next requests SES answers with 429, because the account is over its quota. */
    overQuotaCount: 0,
    /** Whether the whole call to the bus fails, or which events the bus rejects. */
    bus: false as boolean | ((event: BusEvent, index: number) => boolean),
  };
  const secrets = {
    current: { ...SECRETS } as Record<string, string>,
    previous: {} as Record<string, string>,
    /** The time of the last rotation. */
    rotatedAt: new Date(0),
    /** Number of calls to Secrets Manager. */
    requestCount: 0,
  };
  mockClient(SecretsManagerClient)
    .on(GetSecretValueCommand)
    .callsFake(({ SecretId = "", VersionStage }: GetSecretValueCommand["input"]) => {
      secrets.requestCount++;
      const SecretString = (VersionStage === "AWSPREVIOUS" ? secrets.previous : secrets.current)[SecretId];
      if (SecretString !== undefined)
        return Promise.resolve({ SecretString, CreatedDate: secrets.rotatedAt });
      const message = "Secrets Manager can't find the specified secret value";
      return Promise.reject(new ResourceNotFoundException({ message, $metadata: {} }));
    });
  mockClient(EventBridgeClient)
    .on(PutEventsCommand)
    .callsFake((input: PutEventsCommand["input"]) => {
      if (faults.bus === true) return Promise.reject(awsError("InternalException", "server"));
      const shouldReject = faults.bus;
      const Entries = (input.Entries ?? []).map((entry, index) => {
        const event = {
          source: entry.Source ?? "",
          detailType: entry.DetailType ?? "",
          detail: JSON.parse(entry.Detail ?? "null") as unknown,
        };
        const problem = contractProblem(event);
        if (problem !== undefined) contractProblems.push(problem);
        if (shouldReject && shouldReject(event, index)) return { ErrorCode: "ThrottlingException" };
        bus.push(event);
        return { EventId: `bus-${bus.length}` };
      });
      const FailedEntryCount = Entries.filter((entry) => "ErrorCode" in entry).length;
      return Promise.resolve({ Entries, FailedEntryCount });
    });
  return { mails, bus, faults, secrets };
}

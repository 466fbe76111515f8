import {
  CloudFormationClient,
  DescribeStacksCommand,
  GetTemplateCommand,
  type Stack,
} from "@aws-sdk/client-cloudformation";
import { GetCallerIdentityCommand, STSClient } from "@aws-sdk/client-sts";
import { mockClient } from "../../support/mock-client.ts";
import { exampleStages } from "../../../infra/example-stages.ts";
import { STACK_PREFIX } from "../../../infra/names.ts";
import { stages } from "../../../infra/stages.ts";

export const ACCOUNT = "111122223333";
const stackOf = (name: string, outputs: Record<string, string>): Stack => ({
  StackName: name,
  CreationTime: new Date(0),
  StackStatus: "CREATE_COMPLETE",
  Outputs: Object.entries(outputs).map(([OutputKey, OutputValue]) => ({ OutputKey, OutputValue })),
});
export const toolkitStack = (version: string) => stackOf("CDKToolkit", { BootstrapVersion: version });
export const shopStack = stackOf(`${STACK_PREFIX}dev`, {
  SiteUrl: "https://shop.example.org",
  AlarmTopicArn: "arn:topic",
  OriginSecretArn: "arn:origin",
});
/** Settings that replace all example values of a stage without a domain. */
export const realSettings = {
  account: ACCOUNT,
  mailSender: "shop@example.org",
  teamEmail: "team@example.org",
  alarmEmail: "alarms@example.org",
};

/** Replaces settings of the example stage `dev`. */
export const setDevSettings = (settings: object) =>
  void Object.assign(stages, { dev: { ...exampleStages.dev, ...settings } });

/**
 * Mocks an account with these stacks. A stack that is added to the list later exists from then on. `template`: the text of
 * each stack's template.
 */
export function mockAccount(
  stacks: readonly Stack[],
  template = "",
  account = ACCOUNT,
): CloudFormationClient {
  mockClient(STSClient).on(GetCallerIdentityCommand).resolves({ Account: account });
  mockClient(CloudFormationClient)
    .on(GetTemplateCommand)
    .resolves({ TemplateBody: template })
    .on(DescribeStacksCommand)
    .callsFake(({ StackName }: DescribeStacksCommand["input"]) => {
      const found = stacks.find((stack) => stack.StackName === StackName);
      if (found) return Promise.resolve({ Stacks: [found] });
      return Promise.reject(new Error(`Stack with id ${StackName ?? ""} does not exist`));
    });
  return new CloudFormationClient({ region: "us-east-1" });
}

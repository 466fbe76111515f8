import { paginateListStackResources, type CloudFormationClient } from "@aws-sdk/client-cloudformation";
import { ResourceNotFoundException, type EventBridgeClient, type Rule } from "@aws-sdk/client-eventbridge";
import { consumerOf } from "../../consumers/rule-description.ts";
import { CommandError } from "../command.ts";
import { listRules } from "../replay/replay-events.ts";

/** The names of a stack's own rules. The id of a rule that is not on the default bus is `<bus>|<rule>`. */
async function listOwnRuleNames(client: CloudFormationClient, StackName: string): Promise<Set<string>> {
  const names = new Set<string>();
  for await (const page of paginateListStackResources({ client }, { StackName }))
    for (const { ResourceType, PhysicalResourceId = "" } of page.StackResourceSummaries ?? [])
      if (ResourceType === "AWS::Events::Rule") names.add(PhysicalResourceId.split("|").at(-1) ?? "");
  return names;
}

/** All rules on a bus; an empty list if the bus no longer exists, or if `busArn` is undefined. */
async function listRulesOnExistingBus(
  client: EventBridgeClient,
  busArn: string | undefined,
): Promise<Rule[]> {
  if (busArn === undefined) return [];
  try {
    return await listRules(client, busArn);
  } catch (error) {
    if (error instanceof ResourceNotFoundException) return [];
    throw error;
  }
}

/**
 * Throws if the bus has rules that the stack did not create. EventBridge cannot delete a bus with rules, so CloudFormation
 * would stop half-way. The rule of an archive (`ManagedBy`) does not count, because AWS deletes it together with the archive.
 * `stack`: the name or id of the stack. `busArn`: undefined for a stack whose creation failed, because it has no outputs.
 */
export async function requireNoRulesOfOtherStacks(
  clients: { cloudFormation: CloudFormationClient; events: EventBridgeClient },
  { stack, stage, busArn }: { stack: string; stage: string; busArn: string | undefined },
): Promise<void> {
  const ownNames = await listOwnRuleNames(clients.cloudFormation, stack);
  const foreignRules = (await listRulesOnExistingBus(clients.events, busArn)).filter(
    ({ Name = "", ManagedBy }) => ManagedBy === undefined && !ownNames.has(Name),
  );
  if (foreignRules.length === 0) return;
  const lines = foreignRules.map(({ Name = "", Description }) => {
    const consumer = consumerOf(Description);
    return `- ${Name}${consumer === undefined ? "" : ` (consumer ${consumer})`}`;
  });
  throw new CommandError(
    `Nothing was changed. The bus ${busArn} has rules of other stacks, and cannot be deleted before them:\n` +
      `${lines.join("\n")}\nDelete the stack of each consumer, with the settings of its deployment:\n` +
      // Without `--build ""`, so that the CDK builds first. In a new clone the functions could otherwise not be bundled.
      `  npx cdk destroy --app "node infra/consumers/app.ts" -c stage=${stage} -c alarmEmail=<address> -c busArn=${busArn}\n` +
      "A rule that no stack has made: aws events remove-targets and aws events delete-rule. Then repeat the command.",
  );
}

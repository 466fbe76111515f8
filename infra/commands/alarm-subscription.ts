import { paginateListSubscriptionsByTopic, type SNSClient, type Subscription } from "@aws-sdk/client-sns";

import { REGION } from "./command.ts";

/** Subscribers with these protocols store the alarms, and notify nobody. */
const STORING_PROTOCOLS = new Set(["sqs", "firehose"]);

/** A text that says why nobody gets the alarms and what to do; undefined if a subscription is confirmed. */
export async function findAlarmSubscriptionProblem(
  client: SNSClient,
  TopicArn: string,
): Promise<string | undefined> {
  const subscriptions: Subscription[] = [];
  for await (const { Subscriptions = [] } of paginateListSubscriptionsByTopic({ client }, { TopicArn }))
    subscriptions.push(...Subscriptions.filter(({ Protocol = "" }) => !STORING_PROTOCOLS.has(Protocol)));
  if (subscriptions.some(({ SubscriptionArn = "" }) => SubscriptionArn.startsWith("arn:"))) return undefined;
  const { Endpoint: pendingAddress, Protocol: protocol = "email" } =
    subscriptions.find(
      ({ Protocol, SubscriptionArn }) =>
        SubscriptionArn === "PendingConfirmation" && Protocol?.startsWith("email"),
    ) ?? {};
  const reason =
    pendingAddress === undefined
      ? "nobody is subscribed. Subscribe a mailbox, and open the link that AWS mails to it:"
      : `${pendingAddress} has not confirmed its subscription. AWS has mailed it a link, which is valid for two days. For another one:`;
  return (
    `Nobody gets the alarms: ${reason}\n` +
    `  aws sns subscribe --region ${REGION} --topic-arn ${TopicArn} --protocol ${protocol} --notification-endpoint ${pendingAddress ?? "<address>"}`
  );
}

import { paginateListSubscriptionsByTopic, type SNSClient, type Subscription } from "@aws-sdk/client-sns";

/** A text that says why nobody gets the alarms and what to do; undefined if a mailbox has confirmed its subscription. */
export async function alarmSubscriptionProblem(
  client: SNSClient,
  TopicArn: string,
): Promise<string | undefined> {
  const emailSubscriptions: Subscription[] = [];
  for await (const { Subscriptions = [] } of paginateListSubscriptionsByTopic({ client }, { TopicArn }))
    emailSubscriptions.push(...Subscriptions.filter(({ Protocol }) => Protocol === "email"));
  if (emailSubscriptions.some(({ SubscriptionArn = "" }) => SubscriptionArn.startsWith("arn:")))
    return undefined;
  const pendingAddress = emailSubscriptions.find(
    ({ SubscriptionArn }) => SubscriptionArn === "PendingConfirmation",
  )?.Endpoint;
  const reason =
    pendingAddress === undefined
      ? "no mailbox is subscribed. Subscribe one, and open the link that AWS mails to it:"
      : `${pendingAddress} has not confirmed its subscription. AWS has mailed it a link, which is valid for two days. For another one:`;
  return (
    `Nobody gets the alarms: ${reason}\n` +
    `  aws sns subscribe --region us-east-1 --topic-arn ${TopicArn} --protocol email --notification-endpoint ${pendingAddress ?? "<address>"}`
  );
}

import { ListSubscriptionsByTopicCommand, type SNSClient } from "@aws-sdk/client-sns";

/** The reason why nobody gets the alarms, as text; undefined if a mailbox has confirmed its subscription. */
export async function alarmSubscriptionProblem(
  client: SNSClient,
  TopicArn: string,
): Promise<string | undefined> {
  const { Subscriptions = [] } = await client.send(new ListSubscriptionsByTopicCommand({ TopicArn }));
  const mails = Subscriptions.filter(({ Protocol }) => Protocol === "email");
  if (mails.some(({ SubscriptionArn = "" }) => SubscriptionArn.startsWith("arn:"))) return undefined;
  const waiting = mails.find(({ SubscriptionArn }) => SubscriptionArn === "PendingConfirmation")?.Endpoint;
  return (
    `Nobody gets the alarms: ${waiting ?? "no mailbox"} has ${waiting ? "not " : ""}confirmed a subscription. AWS has mailed a ` +
    "link, which is valid for two days. For another one:\n" +
    `  aws sns subscribe --region us-east-1 --topic-arn ${TopicArn} --protocol email --notification-endpoint ${waiting ?? "<address>"}`
  );
}

import * as z from "zod/mini";
import type { Stack } from "./stack.ts";

const Bucket = z.object({
  NotificationConfiguration: z.optional(
    z.object({
      EventBridgeConfiguration: z.optional(z.object({ EventBridgeEnabled: z._default(z.boolean(), true) })),
    }),
  ),
});
const Authorizer = z.object({ JwtConfiguration: z.object({ Issuer: z.string() }) });
const AnyProperties = z.object({});

export type BucketNames = {
  all: string[];
  byDomain: Map<string, string>;
  /** Buckets that send their events to the account's default bus. */
  withEvents: Set<string>;
};

export function bucketsOf(stack: Stack): BucketNames {
  const buckets = stack.resources("AWS::S3::Bucket", Bucket);
  const sendsEvents = ({ NotificationConfiguration: notification }: z.infer<typeof Bucket>): boolean =>
    notification?.EventBridgeConfiguration?.EventBridgeEnabled === true;
  return {
    all: buckets.map(({ ref }) => ref),
    byDomain: new Map(
      buckets.map(({ logicalId, ref }) => [stack.attribute(logicalId, "RegionalDomainName"), ref]),
    ),
    withEvents: new Set(buckets.filter(({ properties }) => sendsEvents(properties)).map(({ ref }) => ref)),
  };
}

const PoolProperties = z.object({
  MfaConfiguration: z.enum(["OPTIONAL", "ON"]),
  AdminCreateUserConfig: z.object({
    InviteMessageTemplate: z.object({ EmailSubject: z.string(), EmailMessage: z.string() }),
  }),
});

/** The template's user pool, invitation mail and web client, and the issuer that the authorizer expects. */
export function poolOf(stack: Stack) {
  const authorizer = stack.onlyResource("AWS::ApiGatewayV2::Authorizer", Authorizer);
  const pool = stack.onlyResource("AWS::Cognito::UserPool", PoolProperties);
  const { EmailSubject: subject, EmailMessage: text } =
    pool.properties.AdminCreateUserConfig.InviteMessageTemplate;
  return {
    poolId: pool.ref,
    invitation: { subject, text },
    requiresSecondFactor: pool.properties.MfaConfiguration === "ON",
    clientId: stack.onlyResource("AWS::Cognito::UserPoolClient", AnyProperties).ref,
    issuer: authorizer.properties.JwtConfiguration.Issuer,
  };
}

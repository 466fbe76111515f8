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
const Anything = z.object({});

export type BucketNames = {
  all: string[];
  byDomain: Map<string, string>;
  /** Those whose events go to the account's default bus. */
  telling: Set<string>;
};

/** The template's buckets. */
export function bucketsOf(stack: Stack): BucketNames {
  const buckets = stack.resources("AWS::S3::Bucket", Bucket);
  const isTelling = ({ NotificationConfiguration: told }: z.infer<typeof Bucket>): boolean =>
    told?.EventBridgeConfiguration?.EventBridgeEnabled === true;
  return {
    all: buckets.map(({ ref }) => ref),
    byDomain: new Map(
      buckets.map(({ logicalId, ref }) => [stack.attribute(logicalId, "RegionalDomainName"), ref]),
    ),
    telling: new Set(buckets.filter(({ properties }) => isTelling(properties)).map(({ ref }) => ref)),
  };
}

/** The template's user pool, its web client, and the issuer that the API's authorizer expects. */
export function poolOf(stack: Stack): { poolId: string; clientId: string; issuer: string } {
  const only = <T>(what: string, found: T[]): T => {
    const [one] = found;
    if (one === undefined || found.length > 1)
      throw new Error(`The local stack expects exactly one ${what}.`);
    return one;
  };
  const authorizer = only("authorizer", stack.resources("AWS::ApiGatewayV2::Authorizer", Authorizer));
  return {
    poolId: only("user pool", stack.resources("AWS::Cognito::UserPool", Anything)).ref,
    clientId: only("user pool client", stack.resources("AWS::Cognito::UserPoolClient", Anything)).ref,
    issuer: authorizer.properties.JwtConfiguration.Issuer,
  };
}

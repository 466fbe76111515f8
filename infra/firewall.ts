import { CfnWebACL } from "aws-cdk-lib/aws-wafv2";
import type { Construct } from "constructs";

/**
 * Webhooks are exempt: their bodies are long and full of URLs, and all come from a few addresses of Stripe's. The function
 * checks their signature.
 */
const webhook = {
  byteMatchStatement: {
    searchString: "/api/webhooks/",
    fieldToMatch: { uriPath: {} },
    positionalConstraint: "STARTS_WITH",
    textTransformations: [{ priority: 0, type: "NONE" }],
  },
};
const exceptWebhooks = { notStatement: { statement: webhook } };

const visible = (metricName: string) => ({
  cloudWatchMetricsEnabled: true,
  sampledRequestsEnabled: true,
  metricName,
});

const managed = (
  name: string,
  priority: number,
  options: Partial<CfnWebACL.ManagedRuleGroupStatementProperty> = {},
) => ({
  name,
  priority,
  overrideAction: { none: {} },
  statement: {
    managedRuleGroupStatement: { vendorName: "AWS", name, scopeDownStatement: exceptWebhooks, ...options },
  },
  visibilityConfig: visible(name),
});

/** AWS's common rules, and at most 2,000 requests in five minutes from one address. */
export const firewall = (scope: Construct, id: string): CfnWebACL =>
  new CfnWebACL(scope, id, {
    scope: "CLOUDFRONT",
    defaultAction: { allow: {} },
    visibilityConfig: visible("Firewall"),
    rules: [
      {
        name: "RateOfOneAddress",
        priority: 0,
        action: { block: {} },
        statement: {
          rateBasedStatement: { limit: 2000, aggregateKeyType: "IP", scopeDownStatement: exceptWebhooks },
        },
        visibilityConfig: visible("RateOfOneAddress"),
      },
      managed("AWSManagedRulesAmazonIpReputationList", 1),
      managed("AWSManagedRulesKnownBadInputsRuleSet", 2),
      managed("AWSManagedRulesCommonRuleSet", 3, {
        // This rule blocks bodies above 8 KB. A long cart is larger, and the functions check the size themselves.
        ruleActionOverrides: [{ name: "SizeRestrictions_BODY", actionToUse: { count: {} } }],
      }),
    ],
  });

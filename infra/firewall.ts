import { CfnWebACL } from "aws-cdk-lib/aws-wafv2";
import type { Construct } from "constructs";

/**
 * Webhook requests are exempt: their bodies are long and contain many URLs, and Stripe sends all of them from
 * a few addresses. The function checks their signature.
 */
const isWebhook = {
  byteMatchStatement: {
    searchString: "/api/webhooks/",
    fieldToMatch: { uriPath: {} },
    positionalConstraint: "STARTS_WITH",
    textTransformations: [{ priority: 0, type: "NONE" }],
  },
};
const exceptWebhooks = { notStatement: { statement: isWebhook } };

const metrics = (metricName: string) => ({
  cloudWatchMetricsEnabled: true,
  sampledRequestsEnabled: true,
  metricName,
});

const managedRules = (
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
  visibilityConfig: metrics(name),
});

/** AWS's common rules, and at most 2,000 requests in five minutes from one address. */
export const firewall = (scope: Construct, id: string): CfnWebACL =>
  new CfnWebACL(scope, id, {
    scope: "CLOUDFRONT",
    defaultAction: { allow: {} },
    visibilityConfig: metrics("Firewall"),
    rules: [
      {
        name: "RateOfOneAddress",
        priority: 0,
        action: { block: {} },
        statement: {
          rateBasedStatement: { limit: 2000, aggregateKeyType: "IP", scopeDownStatement: exceptWebhooks },
        },
        visibilityConfig: metrics("RateOfOneAddress"),
      },
      managedRules("AWSManagedRulesAmazonIpReputationList", 1),
      managedRules("AWSManagedRulesKnownBadInputsRuleSet", 2),
      managedRules("AWSManagedRulesCommonRuleSet", 3, {
        // This rule would block bodies above 8 KB. A long cart is larger, and the functions limit the size
        // themselves.
        ruleActionOverrides: [{ name: "SizeRestrictions_BODY", actionToUse: { count: {} } }],
      }),
    ],
  });

import { CfnWebACL } from "aws-cdk-lib/aws-wafv2";
import type { Construct } from "constructs";

const pathStartsWith = (searchString: string): CfnWebACL.StatementProperty => ({
  byteMatchStatement: {
    searchString,
    fieldToMatch: { uriPath: {} },
    positionalConstraint: "STARTS_WITH",
    textTransformations: [{ priority: 0, type: "NONE" }],
  },
});
/**
 * Webhook requests are exempt: their bodies are long and contain many URLs, and Stripe sends all of them from
 * a few addresses. The function checks their signature.
 */
const exceptWebhooks: CfnWebACL.StatementProperty = {
  notStatement: { statement: pathStartsWith("/api/webhooks/") },
};
/** Pages and pictures are not counted: the visitors of a conference may share one address. */
const isApiRequest: CfnWebACL.StatementProperty = {
  andStatement: { statements: [pathStartsWith("/api/"), exceptWebhooks] },
};

/**
 * The rules of AWSManagedRulesCommonRuleSet that read the body. They only count: a long cart is larger than 8 KB, and
 * visitors of a security podcast write `<script>` into the contact form. The functions check every body themselves.
 */
const BODY_RULES = [
  "SizeRestrictions_BODY",
  "CrossSiteScripting_BODY",
  "GenericLFI_BODY",
  "GenericRFI_BODY",
  "EC2MetaDataSSRF_BODY",
];

const metrics = (metricName: string) => ({
  cloudWatchMetricsEnabled: true,
  sampledRequestsEnabled: true,
  metricName,
});

const managedRules = (name: string, priority: number, countedRules: string[] = []) => ({
  name,
  priority,
  overrideAction: { none: {} },
  statement: {
    managedRuleGroupStatement: {
      vendorName: "AWS",
      name,
      scopeDownStatement: exceptWebhooks,
      ruleActionOverrides: countedRules.map((rule) => ({ name: rule, actionToUse: { count: {} } })),
    },
  },
  visibilityConfig: metrics(name),
});

/**
 * AWS's common rules, and at most 2,000 API requests in five minutes from one address. AWSManagedRulesKnownBadInputsRuleSet
 * is left out: it protects Java servers and costs a dollar a month.
 */
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
          rateBasedStatement: { limit: 2000, aggregateKeyType: "IP", scopeDownStatement: isApiRequest },
        },
        visibilityConfig: metrics("RateOfOneAddress"),
      },
      managedRules("AWSManagedRulesAmazonIpReputationList", 1),
      managedRules("AWSManagedRulesCommonRuleSet", 2, BODY_RULES),
    ],
  });

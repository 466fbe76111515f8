import { CfnWebACL } from "aws-cdk-lib/aws-wafv2";
import type { Construct } from "constructs";
import { messages } from "../shared/messages.ts";

/**
 * CloudFront decodes and normalizes a path before it chooses the behavior, so that `/%61pi/x` and `/./api/x` match
 * `/api/*`. The rules do the same. Source: CloudFront developer guide, "Cache behavior settings", about path normalization.
 */
const pathNormalization = [
  { priority: 0, type: "URL_DECODE" },
  { priority: 1, type: "NORMALIZE_PATH" },
];

const pathMatches = (
  searchString: string,
  positionalConstraint: "STARTS_WITH" | "EXACTLY",
): CfnWebACL.StatementProperty => ({
  byteMatchStatement: {
    searchString,
    fieldToMatch: { uriPath: {} },
    positionalConstraint,
    textTransformations: pathNormalization,
  },
});
/**
 * Matches everything but Stripe's webhooks. They are exempt from AWS's rules, because their bodies are long and contain many
 * URLs. The function `stripe-webhook` checks their signature.
 */
const notWebhookStatement: CfnWebACL.StatementProperty = {
  notStatement: { statement: pathMatches("/api/webhooks/", "STARTS_WITH") },
};
/**
 * Matches the paths that Lambda functions answer. Requests for other pages and for pictures are not counted, because many
 * visitors, for example of a conference, may share one IP address.
 */
const functionPathStatement: CfnWebACL.StatementProperty = {
  orStatement: {
    statements: [
      ...["/api/", "/store/prd_", "/podcast/ep_", "/sitemap.xml"].map((path) =>
        pathMatches(path, "STARTS_WITH"),
      ),
      ...["/", "/store", "/podcast"].map((path) => pathMatches(path, "EXACTLY")),
    ],
  },
};
/**
 * Limit of requests from one IP address in five minutes, the window of a rate-based rule. A page in use requests the
 * catalog every five seconds, 60 times in the window. So the limit is enough for 330 visitors with one IP address, and for
 * the webhooks of 1,000 orders a minute. The functions themselves limit checkouts, receipts and messages.
 */
const MAX_REQUESTS = 20_000;
/** The key of the body of the answer to a request above the limit. */
const TOO_MANY_REQUESTS = "TooManyRequests";

/**
 * The rules of AWSManagedRulesCommonRuleSet that inspect text from visitors. These rules only count requests
 * and do not block them, because honest visitors break them. A long cart is larger than 8 KB. Listeners of a
 * security podcast write `<script>` and `../../etc/passwd` into the contact form, and into the store's
 * search, which is part of the URL. The functions check every input themselves.
 */
const TEXT_RULES = [
  "SizeRestrictions_BODY",
  "CrossSiteScripting_BODY",
  "GenericLFI_BODY",
  "GenericRFI_BODY",
  "EC2MetaDataSSRF_BODY",
  "CrossSiteScripting_QUERYARGUMENTS",
  "GenericLFI_QUERYARGUMENTS",
  "GenericRFI_QUERYARGUMENTS",
  "EC2MetaDataSSRF_QUERYARGUMENTS",
  "RestrictedExtensions_QUERYARGUMENTS",
];
/**
 * The rule that refuses requests without User-Agent also only counts. Programs may omit the header, for example a mail
 * provider that unsubscribes a customer by one click (`POST /api/news-consent/…`). Attackers can send any User-Agent.
 */
const MACHINE_RULES = ["NoUserAgent_HEADER"];

const visibilityOptions = (metricName: string) => ({
  cloudWatchMetricsEnabled: true,
  sampledRequestsEnabled: true,
  metricName,
});

const createManagedRuleGroup = (name: string, priority: number, countedRules: string[] = []) => ({
  name,
  priority,
  overrideAction: { none: {} },
  statement: {
    managedRuleGroupStatement: {
      vendorName: "AWS",
      name,
      scopeDownStatement: notWebhookStatement,
      // AWS WAF does not accept an empty list.
      ...(countedRules.length > 0 && {
        ruleActionOverrides: countedRules.map((rule) => ({ name: rule, actionToUse: { count: {} } })),
      }),
    },
  },
  visibilityConfig: visibilityOptions(name),
});

/**
 * AWS's common rules and its list of addresses with a bad reputation, and a limit for the requests of one IP address.
 * AWSManagedRulesKnownBadInputsRuleSet is left out, because it mainly protects Java servers and costs a dollar a month.
 */
export const createFirewall = (scope: Construct, id: string): CfnWebACL =>
  new CfnWebACL(scope, id, {
    scope: "CLOUDFRONT",
    defaultAction: { allow: {} },
    visibilityConfig: visibilityOptions("Firewall"),
    customResponseBodies: {
      [TOO_MANY_REQUESTS]: { contentType: "TEXT_PLAIN", content: messages.tooManyRequests },
    },
    rules: [
      {
        name: "RateOfOneAddress",
        priority: 0,
        // AWS's default is 403, which the pages would take for a missing permission.
        action: {
          block: { customResponse: { responseCode: 429, customResponseBodyKey: TOO_MANY_REQUESTS } },
        },
        statement: {
          rateBasedStatement: {
            limit: MAX_REQUESTS,
            aggregateKeyType: "IP",
            scopeDownStatement: functionPathStatement,
          },
        },
        visibilityConfig: visibilityOptions("RateOfOneAddress"),
      },
      createManagedRuleGroup("AWSManagedRulesAmazonIpReputationList", 1),
      createManagedRuleGroup("AWSManagedRulesCommonRuleSet", 2, [...TEXT_RULES, ...MACHINE_RULES]),
    ],
  });

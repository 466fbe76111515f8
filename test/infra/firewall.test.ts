import { describe, expect, it } from "vitest";
import * as z from "zod/mini";
import { messages } from "../../shared/messages.ts";
import { resources, stageTemplate } from "./stage-templates.ts";

const prod = await stageTemplate("prod");
const everything = await stageTemplate("everything");

describe("the firewall", () => {
  const Statement = z.looseObject({});
  const Acl = z.object({
    Rules: z.array(z.object({ Name: z.string(), Action: z.optional(z.unknown()), Statement })),
  });
  const rulesOf = (template: typeof prod) =>
    resources(template, "AWS::WAFv2::WebACL", Acl)[0]?.properties.Rules ?? [];
  const statementOf = (name: string, template = prod) =>
    rulesOf(template).find(({ Name }) => Name === name)?.Statement;

  it("limits the requests of an IP address to functions, not to files, and leaves room for more than 300 visitors", () => {
    const statementText = JSON.stringify(statementOf("RateOfOneAddress"));
    const limit = Number(/"Limit":(\d+)/.exec(statementText)?.[1]);
    // The page of a visitor requests the catalog every 5 s, and the limit is for 300 s.
    const requestsOfVisitor = 300 / 5;
    expect(limit / requestsOfVisitor).toBeGreaterThan(300);
    expect(statementText).toMatch(/"ScopeDownStatement":\{"OrStatement":.*"SearchString":"\/api\/"/);
    // Webhooks are limited too, because many forged webhooks would use up the API's throttle.
    expect(statementText).not.toContain("NotStatement");
  });

  it("answers an address above the limit with 429, as the functions do, and not with 403 as if it lacked a permission", () => {
    const [acl] = resources(
      prod,
      "AWS::WAFv2::WebACL",
      z.object({
        Rules: z.array(z.looseObject({ Name: z.string() })),
        CustomResponseBodies: z.optional(z.record(z.string(), z.object({ Content: z.string() }))),
      }),
    );
    const rule = acl?.properties.Rules.find(({ Name }) => Name === "RateOfOneAddress");
    expect(rule).toMatchObject({
      Action: {
        Block: { CustomResponse: { ResponseCode: 429, CustomResponseBodyKey: "TooManyRequests" } },
      },
    });
    expect(acl?.properties.CustomResponseBodies?.["TooManyRequests"]?.Content).toBe(messages.tooManyRequests);
  });

  it("counts the requests for every path that functions answer, in a stage with every feature", () => {
    const Member = z.object({ OriginId: z.string() });
    const Distribution = z.object({
      DistributionConfig: z.object({
        Origins: z.array(z.object({ Id: z.string(), DomainName: z.unknown() })),
        OriginGroups: z.object({
          Items: z.array(z.object({ Id: z.string(), Members: z.object({ Items: z.array(Member) }) })),
        }),
        CacheBehaviors: z.array(z.object({ PathPattern: z.string(), TargetOriginId: z.string() })),
      }),
    });
    const [distribution] = resources(everything, "AWS::CloudFront::Distribution", Distribution);
    if (!distribution) throw new Error("The stage has no distribution");
    const { Origins, OriginGroups, CacheBehaviors } = distribution.properties.DistributionConfig;
    const apiIds = Origins.filter(({ DomainName }) =>
      JSON.stringify(DomainName).includes(".execute-api."),
    ).map(({ Id }) => Id);
    const groupIds = OriginGroups.Items.filter(({ Members }) =>
      Members.Items.some(({ OriginId }) => apiIds.includes(OriginId)),
    ).map(({ Id }) => Id);
    const originIds = [...apiIds, ...groupIds];
    const paths = CacheBehaviors.filter(({ TargetOriginId }) => originIds.includes(TargetOriginId)).map(
      ({ PathPattern }) => PathPattern,
    );
    expect(paths).toEqual(expect.arrayContaining(["/", "/store", "/podcast", "/podcast/ep_*", "/api/*"]));
    const countedPaths = [
      ...JSON.stringify(statementOf("RateOfOneAddress", everything)).matchAll(
        /"PositionalConstraint":"(\w+)","SearchString":"([^"]+)"/g,
      ),
    ].map(([, constraint, path = ""]) => ({ isPrefix: constraint === "STARTS_WITH", path }));
    const isCounted = (pattern: string) =>
      countedPaths.some(({ isPrefix, path }) => (isPrefix ? pattern.startsWith(path) : pattern === path));
    expect(paths.filter((path) => !isCounted(path))).toEqual([]);
  });

  it("counts requests with encoded paths too", () => {
    // CloudFront normalizes /%61pi/ and /./api/ to /api/ before it chooses the behavior, so functions answer these
    // requests.
    const rulesText = JSON.stringify(rulesOf(prod));
    const transformations = [...rulesText.matchAll(/"TextTransformations":(\[.*?\])/g)].map(
      ([, list]) => list,
    );
    expect(transformations.length).toBeGreaterThan(3);
    for (const list of transformations)
      expect(list).toMatch(/"Priority":0,"Type":"URL_DECODE".*"Priority":1,"Type":"NORMALIZE_PATH"/);
  });

  /** The actions that the shop replaces in one of AWS's managed groups of rules; undefined if it replaces none. */
  const overridesOf = (name: string) =>
    z.parse(
      z.object({
        ManagedRuleGroupStatement: z.object({
          RuleActionOverrides: z.optional(
            z.array(z.object({ Name: z.string(), ActionToUse: z.unknown() })).check(z.minLength(1)),
          ),
        }),
      }),
      statementOf(name),
    ).ManagedRuleGroupStatement.RuleActionOverrides;

  it("counts bodies and query parameters that look like attacks, but does not block them", () => {
    const overrides = overridesOf("AWSManagedRulesCommonRuleSet") ?? [];
    for (const Name of ["CrossSiteScripting_BODY", "CrossSiteScripting_QUERYARGUMENTS"])
      expect(overrides).toContainEqual({ Name, ActionToUse: { Count: {} } });
    expect(overrides.every(({ Name }) => /_(BODY|QUERYARGUMENTS)$|^NoUserAgent_HEADER$/.test(Name))).toBe(
      true,
    );
  });

  it("lets requests without a User-Agent pass, such as a mail provider's one-click unsubscribe", () => {
    expect(overridesOf("AWSManagedRulesCommonRuleSet")).toContainEqual({
      Name: "NoUserAgent_HEADER",
      ActionToUse: { Count: {} },
    });
  });

  it("has no list of overrides for a group without overrides, because AWS WAF refuses an empty list", () => {
    expect(overridesOf("AWSManagedRulesAmazonIpReputationList")).toBeUndefined();
  });
});

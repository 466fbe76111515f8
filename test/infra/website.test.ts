import { Match } from "aws-cdk-lib/assertions";
import { describe, expect, it } from "vitest";
import * as z from "zod/mini";
import { includesSubdomains } from "../../infra/security-headers.ts";
import { customSettings, resources, stageTemplate } from "./stage-templates.ts";

const dev = await stageTemplate("dev");
const prod = await stageTemplate("prod");
const everything = await stageTemplate("everything");

const Behavior = z.object({
  PathPattern: z.optional(z.string()),
  AllowedMethods: z.optional(z.array(z.string())),
  TargetOriginId: z.string(),
  CachePolicyId: z.unknown(),
  OriginRequestPolicyId: z.optional(z.string()),
});
const [distribution] = resources(
  dev,
  "AWS::CloudFront::Distribution",
  z.object({
    DistributionConfig: z.object({
      CacheBehaviors: z.array(Behavior),
      Origins: z.array(z.record(z.string(), z.unknown())),
    }),
  }),
);
const behaviors = distribution?.properties.DistributionConfig.CacheBehaviors ?? [];
const behaviorFor = (path: string) => behaviors.find(({ PathPattern }) => PathPattern === path);

/** The ids of CloudFront's managed policies, as AWS documents them. */
const managedPolicies = {
  cachingDisabled: "4135ea2d-6df8-44a3-9df3-4b5a84be39ad",
  allViewerExceptHostHeader: "b689b0a8-53d0-40ab-baf2-68738e2966ac",
};

const PolicyText = z.union([
  z.string(),
  z.pipe(
    z.object({ "Fn::Join": z.tuple([z.literal(""), z.array(z.unknown())]) }),
    z.transform((join) =>
      join["Fn::Join"][1].map((part) => (typeof part === "string" ? part : "token")).join(""),
    ),
  ),
]);
const contentPolicies = resources(
  dev,
  "AWS::CloudFront::ResponseHeadersPolicy",
  z.object({
    ResponseHeadersPolicyConfig: z.object({
      SecurityHeadersConfig: z.object({
        ContentSecurityPolicy: z.object({ ContentSecurityPolicy: PolicyText }),
      }),
    }),
  }),
).map(({ properties }) =>
  Object.fromEntries(
    properties.ResponseHeadersPolicyConfig.SecurityHeadersConfig.ContentSecurityPolicy.ContentSecurityPolicy.split(
      "; ",
    ).map((directive): [string, string] => {
      const [name = "", ...sources] = directive.split(" ");
      return [name, sources.join(" ")];
    }),
  ),
);
const [pagePolicy, doorPolicy] = [false, true].map((isDoor) =>
  contentPolicies.find((policy) => "frame-src" in policy && (policy["frame-src"] === "'none'") === isDoor),
);
const picturePolicy = contentPolicies.find((policy) => "sandbox" in policy);

describe("the edge", () => {
  it("sends the paths with data from the table to functions, and all other paths to the buckets", () => {
    expect(behaviors.map(({ PathPattern }) => PathPattern)).toEqual([
      "/",
      "/store",
      "/api/products",
      "/api/products/*",
      "/store/prd_*",
      "/sitemap.xml",
      "/api/*",
      "/door*",
      "/media/products/*",
    ]);
  });

  it("has no default root object, because CloudFront may apply it before the function sees the path", () => {
    dev.allResourcesProperties("AWS::CloudFront::Distribution", {
      DistributionConfig: { DefaultRootObject: Match.absent() },
    });
  });

  it("forwards API requests without caching, with all headers except Host", () => {
    expect(behaviorFor("/api/*")).toMatchObject({
      CachePolicyId: managedPolicies.cachingDisabled,
      OriginRequestPolicyId: managedPolicies.allViewerExceptHostHeader,
    });
    expect(behaviorFor("/api/*")?.AllowedMethods).toEqual(
      expect.arrayContaining(["POST", "PATCH", "DELETE"]),
    );
  });

  it("caches the catalog as long as its Cache-Control says; only the list's own parameters are in the cache key", () => {
    expect(behaviorFor("/api/products")?.OriginRequestPolicyId).toBeUndefined();
    dev.hasResourceProperties("AWS::CloudFront::CachePolicy", {
      CachePolicyConfig: {
        MinTTL: 0,
        DefaultTTL: 0,
        ParametersInCacheKeyAndForwardedToOrigin: {
          CookiesConfig: { CookieBehavior: "none" },
          HeadersConfig: { HeaderBehavior: "none" },
          QueryStringsConfig: {
            QueryStringBehavior: "whitelist",
            QueryStrings: ["featured", "limit", "after"],
          },
          EnableAcceptEncodingBrotli: true,
          EnableAcceptEncodingGzip: true,
        },
      },
    });
  });

  it("caches one answer for each path below the list, so that a query parameter causes no cache miss", () => {
    const policies = dev.findResources("AWS::CloudFront::CachePolicy", {
      Properties: {
        CachePolicyConfig: {
          ParametersInCacheKeyAndForwardedToOrigin: {
            CookiesConfig: { CookieBehavior: "none" },
            HeadersConfig: { HeaderBehavior: "none" },
            QueryStringsConfig: { QueryStringBehavior: "none" },
          },
        },
      },
    });
    const [Ref = ""] = Object.keys(policies);
    for (const path of ["/api/products/*", "/store/prd_*", "/sitemap.xml"]) {
      expect(behaviorFor(path)).toMatchObject({ CachePolicyId: { Ref } });
      expect(behaviorFor(path)?.OriginRequestPolicyId).toBeUndefined();
    }
  });

  it("caches pages with filters separately from pages without, and falls back to the prerendered files", () => {
    const [home, store] = [behaviorFor("/"), behaviorFor("/store")];
    expect(home?.TargetOriginId).toBe(store?.TargetOriginId);
    dev.hasResourceProperties("AWS::CloudFront::Distribution", {
      DistributionConfig: {
        OriginGroups: {
          Items: [
            {
              Id: home?.TargetOriginId,
              FailoverCriteria: { StatusCodes: { Items: [403, 404, 500, 502, 503, 504], Quantity: 6 } },
              Members: Match.anyValue(),
            },
          ],
          Quantity: 1,
        },
      },
    });
    dev.hasResourceProperties("AWS::CloudFront::CachePolicy", {
      CachePolicyConfig: {
        MinTTL: 0,
        DefaultTTL: 0,
        ParametersInCacheKeyAndForwardedToOrigin: {
          CookiesConfig: { CookieBehavior: "none" },
          HeadersConfig: { HeaderBehavior: "whitelist", Headers: ["x-filters"] },
          QueryStringsConfig: { QueryStringBehavior: "none" },
        },
      },
    });
  });

  it("does not cache errors", () => {
    dev.hasResourceProperties("AWS::CloudFront::Distribution", {
      DistributionConfig: {
        CustomErrorResponses: Match.arrayWith([
          { ErrorCode: 404, ErrorCachingMinTTL: 0 },
          { ErrorCode: 503, ErrorCachingMinTTL: 0 },
        ]),
      },
    });
  });

  it("sends the functions a secret that is not in the template", () => {
    const [secret] = resources(
      dev,
      "AWS::SecretsManager::Secret",
      z.object({ Description: z.string() }),
    ).filter(({ properties }) => properties.Description.includes("CloudFront"));
    dev.hasResourceProperties("AWS::CloudFront::Distribution", {
      DistributionConfig: {
        Origins: Match.arrayWith([
          Match.objectLike({
            CustomOriginConfig: Match.objectLike({ OriginProtocolPolicy: "https-only" }),
            OriginCustomHeaders: [
              {
                HeaderName: "x-origin-secret",
                HeaderValue: {
                  "Fn::Join": ["", ["{{resolve:secretsmanager:", { Ref: secret?.id }, ":SecretString:::}}"]],
                },
              },
            ],
          }),
        ]),
      },
    });
  });

  // https://docs.aws.amazon.com/AWSCloudFormation/latest/UserGuide/dynamic-references-secretsmanager.html
  it("names the version of the secret, so that CloudFormation reads a new version of the secret", async () => {
    const distributions = (await stageTemplate("custom")).findResources("AWS::CloudFront::Distribution");
    expect(JSON.stringify(distributions)).toContain(
      `:SecretString:::${customSettings.originSecretVersion}}}`,
    );
  });

  it("serves the shop's domain with TLS 1.2 or later, behind the firewall", () => {
    prod.hasResourceProperties("AWS::CloudFront::Distribution", {
      DistributionConfig: {
        Aliases: ["shop.bourbonvipers.example"],
        HttpVersion: "http2and3",
        ViewerCertificate: Match.objectLike({ MinimumProtocolVersion: "TLSv1.2_2021" }),
        WebACLId: Match.anyValue(),
      },
    });
    prod.resourceCountIs("AWS::WAFv2::WebACL", 1);
    for (const Type of ["A", "AAAA"])
      prod.hasResourceProperties("AWS::Route53::RecordSet", { Type, Name: "shop.bourbonvipers.example." });
  });
});

describe("a domain whose zone is not in Route 53", async () => {
  const custom = await stageTemplate("custom");

  it("is served with the certificate of the settings, and the stack adds no records", () => {
    custom.hasResourceProperties("AWS::CloudFront::Distribution", {
      DistributionConfig: {
        Aliases: [customSettings.domain],
        ViewerCertificate: Match.objectLike({ AcmCertificateArn: customSettings.certificateArn }),
      },
    });
    custom.resourceCountIs("AWS::Route53::RecordSet", 0);
    custom.resourceCountIs("AWS::CertificateManager::Certificate", 0);
  });

  it("has to be pointed to the distribution by the operator, so an output names the distribution", () => {
    const [id] = Object.keys(custom.findResources("AWS::CloudFront::Distribution"));
    custom.hasOutput("DistributionDomain", { Value: { "Fn::GetAtt": [id, "DomainName"] } });
  });
});

describe("the content policy", () => {
  it("allows the shop's own scripts only", () => {
    expect(pagePolicy).toMatchObject({
      "default-src": "'self'",
      "script-src": "'self'",
      "style-src": "'self'",
      "object-src": "'none'",
      "base-uri": "'self'",
      "frame-ancestors": "'none'",
      "form-action": "'self' https://checkout.stripe.com",
    });
  });

  it("allows pages to call the API, Cognito and the upload bucket", () => {
    expect(pagePolicy?.["connect-src"]).toBe(
      "'self' https://cognito-idp.us-east-1.amazonaws.com https://token",
    );
  });

  it("does not allow the door to show frames or to upload files", () => {
    expect(doorPolicy).toMatchObject({
      "worker-src": "'self'",
      "script-src": "'self'",
      "manifest-src": "'self'",
      "frame-src": "'none'",
      "connect-src": "'self' https://cognito-idp.us-east-1.amazonaws.com",
    });
  });

  it("allows the camera only to the door", () => {
    const features = resources(
      dev,
      "AWS::CloudFront::ResponseHeadersPolicy",
      z.object({
        ResponseHeadersPolicyConfig: z.object({
          Comment: z.string(),
          CustomHeadersConfig: z.optional(
            z.object({ Items: z.array(z.object({ Header: z.string(), Value: z.string() })) }),
          ),
        }),
      }),
    ).flatMap(({ properties: { ResponseHeadersPolicyConfig: policy } }) =>
      (policy.CustomHeadersConfig?.Items ?? [])
        .filter(({ Header }) => Header === "Permissions-Policy")
        .map(({ Value }) => [policy.Comment, /camera=\S+/.exec(Value)?.[0]]),
    );
    expect(Object.fromEntries(features)).toEqual({
      "Pages and API": "camera=()",
      "The page of the door": "camera=(self)",
    });
  });

  it("allows no scripts in pictures", () => {
    expect(picturePolicy).toEqual({ "default-src": "'none'", "frame-ancestors": "'none'", sandbox: "" });
  });

  it("is sent together with the other security headers, for pages and for pictures", () => {
    dev.allResourcesProperties("AWS::CloudFront::ResponseHeadersPolicy", {
      ResponseHeadersPolicyConfig: {
        SecurityHeadersConfig: Match.objectLike({
          ContentTypeOptions: { Override: true },
          FrameOptions: { FrameOption: "DENY", Override: true },
          StrictTransportSecurity: Match.objectLike({ AccessControlMaxAgeSec: 63072000 }),
        }),
      },
    });
  });

  it("demands HTTPS for subdomains only if they belong to the shop, because other servers may use subdomains of the zone", async () => {
    const demandsOf = (template: typeof dev) =>
      new Set(
        JSON.stringify(template.findResources("AWS::CloudFront::ResponseHeadersPolicy")).match(
          /"IncludeSubdomains":\w+/g,
        ),
      );
    expect(demandsOf(prod)).toEqual(new Set(['"IncludeSubdomains":true']));
    expect(demandsOf(await stageTemplate("custom"))).toEqual(new Set(['"IncludeSubdomains":false']));
    const hostedZone = { id: "Z1", name: "mypod.org" };
    expect(includesSubdomains({ domain: "shop.mypod.org", hostedZone })).toBe(true);
    expect(includesSubdomains({ domain: "mypod.org", hostedZone })).toBe(false);
  });
});

describe("the firewall", () => {
  const Statement = z.looseObject({});
  const Acl = z.object({
    Rules: z.array(z.object({ Name: z.string(), Action: z.optional(z.unknown()), Statement })),
  });
  const aclOf = (template: typeof prod) => resources(template, "AWS::WAFv2::WebACL", Acl)[0];
  const acl = aclOf(prod);
  const statementOf = (name: string, template = prod) =>
    aclOf(template)?.properties.Rules.find(({ Name }) => Name === name)?.Statement;

  it("limits the API requests of one address to more than a conference sends; pages and pictures are not counted", () => {
    const statementText = JSON.stringify(statementOf("RateOfOneAddress"));
    const limit = Number(/"Limit":(\d+)/.exec(statementText)?.[1]);
    // The page of a visitor requests the catalog every 5 s, and the limit is for 300 s.
    const requestsOfVisitor = 300 / 5;
    expect(limit / requestsOfVisitor).toBeGreaterThan(300);
    expect(statementText).toMatch(/"ScopeDownStatement":\{"OrStatement":.*"SearchString":"\/api\/"/);
    // Webhooks are limited too, because many forged webhooks would use up the API's throttle.
    expect(statementText).not.toContain("NotStatement");
  });

  it("counts the requests for every path whose origin is the API, in a stage with every feature", () => {
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
    const {
      Origins = [],
      OriginGroups,
      CacheBehaviors = [],
    } = distribution?.properties.DistributionConfig ?? {};
    const origins = Origins.filter(({ DomainName }) => JSON.stringify(DomainName).includes(".execute-api."));
    const apis = origins.map(({ Id }) => Id);
    const groups = (OriginGroups?.Items ?? [])
      .filter(({ Members }) => Members.Items.some(({ OriginId }) => apis.includes(OriginId)))
      .map(({ Id }) => Id);
    const originIds = [...apis, ...groups];
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

  it("counts encoded paths too", () => {
    // CloudFront normalizes /%61pi/ and /./api/ to /api/ before it chooses the behavior, so functions answer these
    // requests.
    const all = JSON.stringify(acl?.properties.Rules);
    const transformations = [...all.matchAll(/"TextTransformations":(\[.*?\])/g)].map(([, list]) => list);
    expect(transformations.length).toBeGreaterThan(3);
    for (const list of transformations)
      expect(list).toMatch(/"Priority":0,"Type":"URL_DECODE".*"Priority":1,"Type":"NORMALIZE_PATH"/);
  });

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

  it("only counts bodies and searches that look like attacks, and does not block them", () => {
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

  it("has no empty list of overrides, which AWS WAF would refuse", () => {
    expect(overridesOf("AWSManagedRulesAmazonIpReputationList")).toBeUndefined();
  });
});

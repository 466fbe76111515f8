import { Match } from "aws-cdk-lib/assertions";
import { describe, expect, it } from "vitest";
import * as z from "zod/mini";
import { customSettings, resources, stageTemplate } from "./stage-templates.ts";

const dev = await stageTemplate("dev");
const prod = await stageTemplate("prod");

const Behavior = z.object({
  PathPattern: z.optional(z.string()),
  AllowedMethods: z.optional(z.array(z.string())),
  TargetOriginId: z.string(),
  CachePolicyId: z.unknown(),
  OriginRequestPolicyId: z.optional(z.string()),
  FunctionAssociations: z.optional(z.array(z.unknown())),
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

describe("the edge", () => {
  it("has behaviors for the paths that functions answer, for assets, for the door and for pictures", () => {
    expect(behaviors.map(({ PathPattern }) => PathPattern)).toEqual([
      "/",
      "/store",
      "/api/products",
      "/api/products/*",
      "/store/prd_*",
      "/sitemap.xml",
      "/api/*",
      "/assets/*",
      "/door*",
      "/media/products/*",
    ]);
  });

  it("runs no edge function for the files below /assets, which are most requests, but runs one for the door", () => {
    expect(behaviorFor("/assets/*")).not.toHaveProperty("FunctionAssociations");
    expect(behaviorFor("/door*")).toHaveProperty("FunctionAssociations");
    expect(behaviorFor("/assets/*")?.TargetOriginId).toBe(behaviorFor("/door*")?.TargetOriginId);
  });

  it("runs a function on requests and on responses for paths that begin like the door's, so that unknown ones are answered with 404", () => {
    const eventTypes = z
      .array(z.object({ EventType: z.string() }))
      .parse(behaviorFor("/door*")?.FunctionAssociations)
      .map(({ EventType }) => EventType);
    expect(eventTypes).toEqual(["viewer-request", "viewer-response"]);
  });

  it("has no default root object, because CloudFront may apply it before the edge function sees the path", () => {
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

  it("caches the list of products as its Cache-Control says; only the list's own parameters are in the cache key", () => {
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

  it("caches one response for each product's path and for the sitemap, so that no query parameter causes a miss", () => {
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

  it("does not cache an error longer than its response demands", () => {
    dev.hasResourceProperties("AWS::CloudFront::Distribution", {
      DistributionConfig: {
        CustomErrorResponses: Match.arrayWith([
          { ErrorCode: 404, ErrorCachingMinTTL: 0 },
          { ErrorCode: 503, ErrorCachingMinTTL: 0 },
        ]),
      },
    });
  });

  it("sends the functions a secret whose value is not in the template", () => {
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
  it("names the version of the secret from the settings, so that CloudFormation reads that version", async () => {
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

describe("a domain whose DNS zone is not in Route 53", async () => {
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

  it("has no DNS record yet, so an output names the distribution to which the operator has to point it", () => {
    const [id] = Object.keys(custom.findResources("AWS::CloudFront::Distribution"));
    custom.hasOutput("DistributionDomain", { Value: { "Fn::GetAtt": [id, "DomainName"] } });
  });
});

import { Stack } from "aws-cdk-lib";
import { Match } from "aws-cdk-lib/assertions";
import { describe, expect, it } from "vitest";
import * as z from "zod/mini";
import { createPageHeaders, includesSubdomains } from "../../infra/security-headers.ts";
import { customSettings, resources, stageTemplate } from "./stage-templates.ts";

const dev = await stageTemplate("dev");

/** The text of a policy. A value that CloudFormation fills in is "token". */
const PolicyText = z.union([
  z.string(),
  z.pipe(
    z.object({ "Fn::Join": z.tuple([z.literal(""), z.array(z.unknown())]) }),
    z.transform((join) =>
      join["Fn::Join"][1].map((part) => (typeof part === "string" ? part : "token")).join(""),
    ),
  ),
]);
/** The Content-Security-Policies of the stage, each as its directives with their sources. */
const contentPolicies: Partial<Record<string, string>>[] = resources(
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
const doorPolicy = contentPolicies.find((policy) => policy["frame-src"] === "'none'");
const pagePolicy = contentPolicies.find((policy) => "frame-src" in policy && policy !== doorPolicy);
const picturePolicy = contentPolicies.find((policy) => "sandbox" in policy);

describe("the Content-Security-Policy", () => {
  it("of pages allows only the shop's own scripts and styles, and no frame around a page", () => {
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

  it("of pages allows requests to the API, Cognito and the upload bucket", () => {
    expect(pagePolicy?.["connect-src"]).toBe(
      "'self' https://cognito-idp.us-east-1.amazonaws.com https://token",
    );
  });

  it("of the door allows no frames and no requests to the upload bucket", () => {
    expect(doorPolicy).toMatchObject({
      "worker-src": "'self'",
      "script-src": "'self'",
      "manifest-src": "'self'",
      "frame-src": "'none'",
      "connect-src": "'self' https://cognito-idp.us-east-1.amazonaws.com",
    });
  });

  it("is refused before the deployment if CloudFront would refuse its length", () => {
    const createHeaders = (originCount: number) => {
      const mediaOrigins = Array.from({ length: originCount }, (_, i) => `https://media-${i}.example.org`);
      const settings = { ...customSettings, podcast: { ...customSettings.podcast, mediaOrigins } };
      const stack = new Stack();
      return createPageHeaders(stack, "Headers", { settings, connectOrigins: [`https://${stack.stackId}`] });
    };
    expect(() => createHeaders(20)).not.toThrow();
    expect(() => createHeaders(60)).toThrow(/Content-Security-Policy .* 1783 characters.*mediaOrigins/s);
  });

  it("of pictures allows nothing", () => {
    expect(picturePolicy).toEqual({ "default-src": "'none'", "frame-ancestors": "'none'", sandbox: "" });
  });
});

describe("the other security headers", () => {
  it("allow the camera only to the door", () => {
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

  it("forbid frames and content sniffing and demand HTTPS for two years, for pages and for pictures", () => {
    dev.allResourcesProperties("AWS::CloudFront::ResponseHeadersPolicy", {
      ResponseHeadersPolicyConfig: {
        SecurityHeadersConfig: Match.objectLike({
          ContentTypeOptions: { Override: true },
          FrameOptions: { FrameOption: "DENY", Override: true },
          StrictTransportSecurity: Match.objectLike({ AccessControlMaxAgeSec: 2 * 365 * 86_400 }),
        }),
      },
    });
  });

  it("demand HTTPS for subdomains only if they belong to the shop, because a zone may have other servers", async () => {
    const subdomainSettingsOf = async (stage: "prod" | "custom") => {
      const policies = (await stageTemplate(stage)).findResources("AWS::CloudFront::ResponseHeadersPolicy");
      return new Set(JSON.stringify(policies).match(/"IncludeSubdomains":\w+/g));
    };
    expect(await subdomainSettingsOf("prod")).toEqual(new Set(['"IncludeSubdomains":true']));
    expect(await subdomainSettingsOf("custom")).toEqual(new Set(['"IncludeSubdomains":false']));
    const hostedZone = { id: "Z1", name: "mypod.org" };
    expect(includesSubdomains({ domain: "shop.mypod.org", hostedZone })).toBe(true);
    expect(includesSubdomains({ domain: "mypod.org", hostedZone })).toBe(false);
  });
});

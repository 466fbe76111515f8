import { beforeEach, vi } from "vitest";
import { addViewerIpCode } from "../../../infra/edge-functions.ts";
import { createDistribution, type Distribution } from "../../../infra/local/edge/distribution.ts";
import type { HttpRequest, HttpResponse } from "../../../infra/local/gateway/message.ts";
import { stackOf } from "./stack-support.ts";

const cachePolicy = (config: object): [string, Record<string, unknown>] => [
  "AWS::CloudFront::CachePolicy",
  {
    CachePolicyConfig: {
      MinTTL: 0,
      DefaultTTL: 0,
      MaxTTL: 31_536_000,
      ParametersInCacheKeyAndForwardedToOrigin: {
        QueryStringsConfig: { QueryStringBehavior: "whitelist", QueryStrings: ["featured"] },
        HeadersConfig: { HeaderBehavior: "none" },
        CookiesConfig: { CookieBehavior: "none" },
        EnableAcceptEncodingGzip: true,
        EnableAcceptEncodingBrotli: true,
      },
      ...config,
    },
  },
];
// The ids of CloudFront's managed policies, as AWS documents them.
const CACHING_OPTIMIZED = "658327ea-f89d-4fab-a63d-7e88639e58f6";
const CACHING_DISABLED = "4135ea2d-6df8-44a3-9df3-4b5a84be39ad";
const ALL_VIEWER_EXCEPT_HOST = "b689b0a8-53d0-40ab-baf2-68738e2966ac";

/** A distribution with files, a cached catalog and an API that is not cached. The edge itself answers /api/closed. */
export const stack = stackOf(
  {
    Files: ["AWS::S3::Bucket"],
    Catalog: cachePolicy({}),
    Address: ["AWS::CloudFront::Function", { FunctionCode: addViewerIpCode }],
    Closed: [
      "AWS::CloudFront::Function",
      {
        FunctionCode:
          "function handler() { return { statusCode: 451, headers: { why: { value: 'law' } }, body: 'no' }; }",
      },
    ],
    Tea: [
      "AWS::CloudFront::Function",
      {
        FunctionCode:
          "function handler({ request, response }) { if (request.uri.includes('tea')) response.statusCode = 418; return response; }",
      },
    ],
    Safe: [
      "AWS::CloudFront::ResponseHeadersPolicy",
      {
        ResponseHeadersPolicyConfig: {
          SecurityHeadersConfig: {
            ContentTypeOptions: { Override: true },
            StrictTransportSecurity: { AccessControlMaxAgeSec: 60, IncludeSubdomains: true, Override: true },
          },
          CustomHeadersConfig: { Items: [{ Header: "X-Own", Value: "edge", Override: false }] },
        },
      },
    ],
    Edge: [
      "AWS::CloudFront::Distribution",
      {
        DistributionConfig: {
          Enabled: true,
          DefaultRootObject: "index.html",
          Origins: [
            { Id: "files", DomainName: { "Fn::GetAtt": ["Files", "RegionalDomainName"] } },
            {
              Id: "api",
              DomainName: "api.example",
              OriginCustomHeaders: [
                {
                  HeaderName: "X-Origin-Secret",
                  HeaderValue: "{{resolve:secretsmanager:s:SecretString:::}}",
                },
              ],
            },
          ],
          OriginGroups: {
            Items: [
              {
                Id: "api or files",
                FailoverCriteria: { StatusCodes: { Items: [404, 502] } },
                Members: { Items: [{ OriginId: "api" }, { OriginId: "files" }] },
              },
            ],
          },
          DefaultCacheBehavior: {
            TargetOriginId: "files",
            FunctionAssociations: [
              { EventType: "viewer-response", FunctionARN: { "Fn::GetAtt": ["Tea", "FunctionARN"] } },
            ],
            CachePolicyId: CACHING_OPTIMIZED,
            ResponseHeadersPolicyId: { Ref: "Safe" },
            Compress: true,
          },
          CacheBehaviors: [
            {
              PathPattern: "/api/products*",
              TargetOriginId: "api",
              CachePolicyId: { Ref: "Catalog" },
              Compress: true,
            },
            {
              PathPattern: "/index.html",
              TargetOriginId: "api or files",
              CachePolicyId: { Ref: "Catalog" },
            },
            {
              PathPattern: "/api/closed",
              TargetOriginId: "api",
              CachePolicyId: CACHING_DISABLED,
              FunctionAssociations: [
                { EventType: "viewer-request", FunctionARN: { "Fn::GetAtt": ["Closed", "FunctionARN"] } },
              ],
            },
            {
              PathPattern: "/api/*",
              TargetOriginId: "api",
              CachePolicyId: CACHING_DISABLED,
              OriginRequestPolicyId: ALL_VIEWER_EXCEPT_HOST,
              AllowedMethods: ["GET", "HEAD", "POST"],
              FunctionAssociations: [
                { EventType: "viewer-request", FunctionARN: { "Fn::GetAtt": ["Address", "FunctionARN"] } },
              ],
            },
          ],
        },
      },
    ],
  },
  {},
  { secret: () => "sesame" },
);

/** The text of index.html, long enough to be compressed. */
export const pageHtml = "<!doctype html>" + "gravel ".repeat(400);
const files: Record<string, { body: string; contentType: string }> = {
  "index.html": { body: pageHtml, contentType: "text/html" },
  "tea.html": { body: "<p>Tea</p>", contentType: "text/html" },
  "pour.mp3": { body: "0123456789", contentType: "audio/mpeg" },
};
const lastModified = new Date("2026-01-01T00:00:00Z");

/** Creates a response of the origin. */
export const responseOf = (
  status: number,
  text: string,
  headers: Record<string, string> = {},
): HttpResponse => ({
  status,
  headers: { "content-type": "application/json", ...headers },
  body: Buffer.from(text),
});

/** Creates the edge of `stack` for each test. The origin responds with 'fresh' unless a test changes it. */
export function openEdge() {
  const origin = vi.fn<(request: HttpRequest) => Promise<HttpResponse>>();
  let edge: Distribution;
  beforeEach(() => {
    origin.mockReset().mockImplementation(() => Promise.resolve(responseOf(200, "fresh")));
    edge = createDistribution({
      stack,
      store: {
        read: (_, key) => {
          const file = files[key];
          return Promise.resolve(
            file && { ...file, body: Buffer.from(file.body), etag: `"${key}"`, lastModified },
          );
        },
        write: () => Promise.resolve(),
      },
      buckets: new Map([["local-files.s3.us-east-1.amazonaws.com", "local-files"]]),
      origins: new Map([["api.example", origin]]),
    });
  });
  return {
    origin,
    /** Sends a request to the edge. */
    send: (path: string, changes: Partial<HttpRequest> = {}) => {
      const [pathname = "", query = ""] = path.split("?");
      return edge.handle({
        method: "GET",
        path: pathname,
        query,
        headers: {},
        body: Buffer.alloc(0),
        ip: "10.1.2.3",
        ...changes,
      });
    },
    /** The n-th request that the origin received, from 0. */
    originRequest: (n = 0) => origin.mock.calls[n]?.[0],
  };
}

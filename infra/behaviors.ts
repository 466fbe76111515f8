import { Duration, Fn, SecretValue, Stack } from "aws-cdk-lib";
import * as cloudfront from "aws-cdk-lib/aws-cloudfront";
import { HttpOrigin } from "aws-cdk-lib/aws-cloudfront-origins";
import type { Construct } from "constructs";
import type { Api } from "./api.ts";
import { stripSlash, viewerAddress } from "./edge-functions.ts";
import type { ShopSecret } from "./secrets.ts";

type ApiBehaviorsProps = {
  api: Api;
  originSecret: ShopSecret;
  originSecretVersion: string | undefined;
  responseHeadersPolicy: cloudfront.ResponseHeadersPolicy;
};

/** The paths that functions answer. The catalog is cached as its Cache-Control says, everything else is not cached. */
export function apiBehaviors(
  scope: Construct,
  { api, originSecret, originSecretVersion, responseHeadersPolicy }: ApiBehaviorsProps,
): Record<string, cloudfront.BehaviorOptions> {
  const { region, urlSuffix } = Stack.of(scope);
  // CloudFormation reads a secret again only when the reference to it changes, which naming its version does. Source:
  // CloudFormation user guide, "Get a secret or secret value from Secrets Manager".
  const version = originSecretVersion === undefined ? {} : { versionId: originSecretVersion };
  const secret = SecretValue.secretsManager(originSecret.secretArn, version);
  const origin = new HttpOrigin(Fn.join("", [api.gateway.apiId, `.execute-api.${region}.${urlSuffix}`]), {
    protocolPolicy: cloudfront.OriginProtocolPolicy.HTTPS_ONLY,
    originSslProtocols: [cloudfront.OriginSslPolicy.TLS_V1_2],
    // The template holds a reference that CloudFormation resolves, not the secret.
    customHeaders: { "x-origin-secret": secret.unsafeUnwrap() },
  });
  // There is no origin request policy, so a parameter outside the cache key does not reach the function.
  const catalog = {
    origin,
    responseHeadersPolicy,
    viewerProtocolPolicy: cloudfront.ViewerProtocolPolicy.REDIRECT_TO_HTTPS,
    cachePolicy: catalogCache(scope),
  };
  return {
    "/api/products*": catalog,
    // A product's page, and below the sitemap. Other paths under /store are handled by the page's router.
    "/store/prd_*": {
      ...catalog,
      functionAssociations: [onRequest(scope, "ProductPage", stripSlash)],
    },
    "/sitemap.xml": catalog,
    "/api/*": {
      origin,
      responseHeadersPolicy,
      viewerProtocolPolicy: cloudfront.ViewerProtocolPolicy.HTTPS_ONLY,
      allowedMethods: cloudfront.AllowedMethods.ALLOW_ALL,
      cachePolicy: cloudfront.CachePolicy.CACHING_DISABLED,
      originRequestPolicy: cloudfront.OriginRequestPolicy.ALL_VIEWER_EXCEPT_HOST_HEADER,
      functionAssociations: [onRequest(scope, "ViewerAddress", viewerAddress)],
    },
  };
}

const catalogCache = (scope: Construct) =>
  new cloudfront.CachePolicy(scope, "CatalogCache", {
    comment: "As the answer's Cache-Control says",
    minTtl: Duration.seconds(0),
    defaultTtl: Duration.seconds(0),
    maxTtl: Duration.days(365),
    queryStringBehavior: cloudfront.CacheQueryStringBehavior.allowList("featured"),
    headerBehavior: cloudfront.CacheHeaderBehavior.none(),
    cookieBehavior: cloudfront.CacheCookieBehavior.none(),
    enableAcceptEncodingBrotli: true,
    enableAcceptEncodingGzip: true,
  });

/** Run `code`, one of edge-functions.ts, before CloudFront looks into its cache. */
export const onRequest = (scope: Construct, id: string, code: string): cloudfront.FunctionAssociation => ({
  eventType: cloudfront.FunctionEventType.VIEWER_REQUEST,
  function: new cloudfront.Function(scope, id, {
    code: cloudfront.FunctionCode.fromInline(code),
    runtime: cloudfront.FunctionRuntime.JS_2_0,
  }),
});

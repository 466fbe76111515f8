import { Duration, Fn, SecretValue, Stack } from "aws-cdk-lib";
import * as cloudfront from "aws-cdk-lib/aws-cloudfront";
import { HttpOrigin, OriginGroup } from "aws-cdk-lib/aws-cloudfront-origins";
import type { Construct } from "constructs";
import { FILTERS_HEADER } from "../shared/store-filters.ts";
import type { Api } from "./api.ts";
import {
  rewriteEpisodePageCode,
  rewritePageWithProductsCode,
  rewriteProductPageCode,
  addViewerIpCode,
} from "./edge-functions.ts";
import type { ShopSecret } from "./secrets.ts";

type ApiBehaviorsProps = {
  api: Api;
  originSecret: ShopSecret;
  originSecretVersion: string | undefined;
  /** Whether the site shows the episodes of a podcast. */
  hasPodcast: boolean;
  /** The origin with the prerendered pages. */
  siteFilesOrigin: cloudfront.IOrigin;
  responseHeadersPolicy: cloudfront.ResponseHeadersPolicy;
};

/** The behaviors of the paths that Lambda functions answer. Pages and the catalog are cached as their Cache-Control says. */
export function createApiBehaviors(
  scope: Construct,
  {
    api,
    originSecret,
    originSecretVersion,
    hasPodcast,
    siteFilesOrigin,
    responseHeadersPolicy,
  }: ApiBehaviorsProps,
): Record<string, cloudfront.BehaviorOptions> {
  const { region, urlSuffix } = Stack.of(scope);
  // CloudFormation reads a secret again only if the reference in the template changes. Therefore the reference contains
  // the secret's version.
  // Source: CloudFormation user guide, "Get a secret or secret value from Secrets Manager".
  const versionOption = originSecretVersion === undefined ? {} : { versionId: originSecretVersion };
  const secret = SecretValue.secretsManager(originSecret.secretArn, versionOption);
  const origin = new HttpOrigin(Fn.join("", [api.gateway.apiId, `.execute-api.${region}.${urlSuffix}`]), {
    protocolPolicy: cloudfront.OriginProtocolPolicy.HTTPS_ONLY,
    originSslProtocols: [cloudfront.OriginSslPolicy.TLS_V1_2],
    // The template contains a reference that CloudFormation resolves, not the secret.
    customHeaders: { "x-origin-secret": secret.unsafeUnwrap() },
  });
  // Without an origin request policy, only the query parameters in the cache key reach the function.
  const cachedByQuery = {
    origin,
    responseHeadersPolicy,
    viewerProtocolPolicy: cloudfront.ViewerProtocolPolicy.REDIRECT_TO_HTTPS,
    cachePolicy: createQueryCachePolicy(scope),
  };
  const cachedByPath = { ...cachedByQuery, cachePolicy: createPathCachePolicy(scope) };
  const pageWithFallback = {
    ...cachedByQuery,
    origin: new OriginGroup({
      primaryOrigin: origin,
      fallbackOrigin: siteFilesOrigin,
      // 403: the function refused the origin secret. 404: a deployment has not created the route yet.
      fallbackStatusCodes: [403, 404, 500, 502, 503, 504],
    }),
    cachePolicy: createPageCachePolicy(scope),
    functionAssociations: [associateEdgeFunction(scope, "PageWithProducts", rewritePageWithProductsCode)],
  };
  return {
    "/": pageWithFallback,
    "/store": pageWithFallback,
    "/api/products": cachedByQuery,
    "/api/products/*": cachedByPath,
    // A product's page has the tags for link previews, so a function answers it.
    "/store/prd_*": {
      ...cachedByPath,
      functionAssociations: [associateEdgeFunction(scope, "ProductPage", rewriteProductPageCode)],
    },
    ...(hasPodcast && {
      "/podcast": pageWithFallback,
      "/podcast/ep_*": {
        ...cachedByPath,
        functionAssociations: [associateEdgeFunction(scope, "EpisodePage", rewriteEpisodePageCode)],
      },
      "/api/episodes": cachedByQuery,
      "/api/episodes/*": cachedByPath,
    }),
    "/sitemap.xml": cachedByPath,
    "/api/*": {
      origin,
      responseHeadersPolicy,
      viewerProtocolPolicy: cloudfront.ViewerProtocolPolicy.HTTPS_ONLY,
      allowedMethods: cloudfront.AllowedMethods.ALLOW_ALL,
      cachePolicy: cloudfront.CachePolicy.CACHING_DISABLED,
      originRequestPolicy: cloudfront.OriginRequestPolicy.ALL_VIEWER_EXCEPT_HOST_HEADER,
      functionAssociations: [associateEdgeFunction(scope, "ViewerAddress", addViewerIpCode)],
    },
  };
}

const cachePolicyProps: cloudfront.CachePolicyProps = {
  comment: "As the answer's Cache-Control says",
  minTtl: Duration.seconds(0),
  defaultTtl: Duration.seconds(0),
  maxTtl: Duration.days(365),
  cookieBehavior: cloudfront.CacheCookieBehavior.none(),
  enableAcceptEncodingBrotli: true,
  enableAcceptEncodingGzip: true,
};
const createQueryCachePolicy = (scope: Construct) =>
  new cloudfront.CachePolicy(scope, "CatalogCache", {
    ...cachePolicyProps,
    queryStringBehavior: cloudfront.CacheQueryStringBehavior.allowList("featured", "limit", "after"),
    headerBehavior: cloudfront.CacheHeaderBehavior.none(),
  });
/** The cache key has no query, because parameters that no function uses would cause cache misses. */
const createPathCachePolicy = (scope: Construct) =>
  new cloudfront.CachePolicy(scope, "PathCache", {
    ...cachePolicyProps,
    queryStringBehavior: cloudfront.CacheQueryStringBehavior.none(),
    headerBehavior: cloudfront.CacheHeaderBehavior.none(),
  });
const createPageCachePolicy = (scope: Construct) =>
  new cloudfront.CachePolicy(scope, "PageCache", {
    ...cachePolicyProps,
    queryStringBehavior: cloudfront.CacheQueryStringBehavior.none(),
    headerBehavior: cloudfront.CacheHeaderBehavior.allowList(FILTERS_HEADER),
  });

/**
 * Creates the CloudFront Function with `code` (from edge-functions.ts), and returns its association with a behavior. By default it runs at
 * each viewer request, before CloudFront looks into its cache.
 */
export const associateEdgeFunction = (
  scope: Construct,
  id: string,
  code: string,
  eventType = cloudfront.FunctionEventType.VIEWER_REQUEST,
): cloudfront.FunctionAssociation => ({
  eventType,
  function: new cloudfront.Function(scope, id, {
    code: cloudfront.FunctionCode.fromInline(code),
    runtime: cloudfront.FunctionRuntime.JS_2_0,
  }),
});

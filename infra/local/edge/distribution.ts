import * as z from "zod/mini";
import { messageResponse, type HttpRequest, type HttpResponse } from "../gateway/message.ts";
import { unsupported } from "../template/resource-types.ts";
import type { Stack } from "../template/stack.ts";
import { isLike } from "../util/wildcards.ts";
import type { ObjectStore } from "../website/object-store.ts";
import { bucketOrigin } from "./bucket-origin.ts";
import { compressResponse } from "./compression.ts";
import { answerIfNoneMatch, answerRange } from "./conditional-and-range.ts";
import { createEdgeCache } from "./edge-cache.ts";
import { compileEdgeFunction, type EdgeFunction } from "./edge-function.ts";
import { readPolicies, selectParts, type CachePolicy, type Selection } from "./policies.ts";
import { readResponseHeaders } from "./response-headers.ts";

const BehaviorProperties = z.object({
  PathPattern: z.optional(z.string()),
  TargetOriginId: z.string(),
  AllowedMethods: z._default(z.array(z.string()), ["GET", "HEAD"]),
  CachePolicyId: z.string(),
  OriginRequestPolicyId: z.optional(z.string()),
  ResponseHeadersPolicyId: z.optional(z.string()),
  Compress: z._default(z.boolean(), false),
  FunctionAssociations: z._default(
    z.array(z.object({ EventType: z.enum(["viewer-request", "viewer-response"]), FunctionARN: z.string() })),
    [],
  ),
  LambdaFunctionAssociations: unsupported("Lambda@Edge"),
});
const Member = z.object({ OriginId: z.string() });
/** The members are an origin and its fallback. */
const OriginGroup = z.object({
  Id: z.string(),
  FailoverCriteria: z.object({ StatusCodes: z.object({ Items: z.array(z.number()) }) }),
  Members: z.object({ Items: z.tuple([Member, Member]) }),
});
const DistributionProperties = z.object({
  DistributionConfig: z.object({
    Enabled: z.literal(true),
    DefaultRootObject: z.optional(z.string()),
    DefaultCacheBehavior: BehaviorProperties,
    CacheBehaviors: z._default(z.array(BehaviorProperties), []),
    CustomErrorResponses: z._default(
      z.array(
        z.object({ ErrorCode: z.number(), ResponsePagePath: unsupported("An error page at the edge") }),
      ),
      [],
    ),
    Origins: z.array(
      z.object({
        Id: z.string(),
        DomainName: z.string(),
        OriginPath: unsupported("An origin's path"),
        OriginCustomHeaders: z._default(
          z.array(z.object({ HeaderName: z.string(), HeaderValue: z.string() })),
          [],
        ),
      }),
    ),
    OriginGroups: z._default(z.object({ Items: z.array(OriginGroup) }), { Items: [] }),
  }),
});
const FunctionProperties = z.object({ FunctionCode: z.string() });

type Origin = (request: HttpRequest) => Promise<HttpResponse>;
type Behavior = {
  matches: (path: string) => boolean;
  methods: string[];
  cachePolicy: CachePolicy;
  forwardedParts: Selection;
  headersPolicyId: string | undefined;
  canCompress: boolean;
  onRequest: EdgeFunction | undefined;
  onResponse: EdgeFunction | undefined;
  origin: Origin;
  originHeaders: Record<string, string>;
  bucket: string | undefined;
  /** The origin to use if the first origin responds with one of these statuses. */
  fallback: { statuses: number[]; origin: Origin } | undefined;
};

type Options = {
  stack: Stack;
  store: ObjectStore;
  /** Bucket names by their domain name in the template. */
  buckets: Map<string, string>;
  /** Other origins by their domain name. */
  origins: Map<string, Origin>;
};

export type Distribution = ReturnType<typeof createDistribution>;

/** Matches paths as CloudFront does: case-sensitive; the pattern's first slash is optional. */
export const pathMatcher = (pattern: string) => (path: string) => isLike(path, pattern.replace(/^\/?/, "/"));

/** Builds the template's distribution. Throws for an unknown policy, origin or edge function. */
export function createDistribution({ stack, store, buckets, origins }: Options) {
  const { properties } = stack.onlyResource("AWS::CloudFront::Distribution", DistributionProperties);
  const config = properties.DistributionConfig;
  const policies = readPolicies(stack);
  const applyHeaders = readResponseHeaders(stack);
  const functions = new Map(
    stack
      .resources("AWS::CloudFront::Function", FunctionProperties)
      .map(({ logicalId, properties }) => [
        stack.attribute(logicalId, "FunctionARN"),
        compileEdgeFunction(properties.FunctionCode, logicalId),
      ]),
  );
  const originOf = (id: string): Pick<Behavior, "origin" | "originHeaders" | "bucket"> => {
    const originConfig = config.Origins.find(({ Id }) => Id === id);
    const bucket = buckets.get(originConfig?.DomainName ?? "");
    const origin = bucket ? bucketOrigin(store, bucket) : origins.get(originConfig?.DomainName ?? "");
    if (!originConfig || !origin)
      throw new Error(`The local stack has nothing at the origin ${originConfig?.DomainName ?? "?"}.`);
    const headers = originConfig.OriginCustomHeaders.map(({ HeaderName, HeaderValue }) => [
      HeaderName.toLowerCase(),
      HeaderValue,
    ]);
    return { origin, bucket, originHeaders: Object.fromEntries(headers) as Record<string, string> };
  };
  const behaviorOf = (properties: z.infer<typeof BehaviorProperties>): Behavior => {
    const originGroup = config.OriginGroups.Items.find(({ Id }) => Id === properties.TargetOriginId);
    const [primaryMember, fallbackMember] = originGroup?.Members.Items ?? [];
    const functionAt = (eventType: string): EdgeFunction | undefined => {
      const arn = properties.FunctionAssociations.find(
        ({ EventType }) => EventType === eventType,
      )?.FunctionARN;
      if (arn && !functions.has(arn)) throw new Error(`The template has no edge function ${arn}.`);
      return functions.get(arn ?? "");
    };
    return {
      matches: pathMatcher(properties.PathPattern ?? "*"),
      methods: properties.AllowedMethods,
      cachePolicy: policies.cachePolicyOf(properties.CachePolicyId),
      forwardedParts: policies.forwardedPartsOf(properties.OriginRequestPolicyId),
      headersPolicyId: properties.ResponseHeadersPolicyId,
      canCompress: properties.Compress,
      onRequest: functionAt("viewer-request"),
      onResponse: functionAt("viewer-response"),
      ...originOf(primaryMember?.OriginId ?? properties.TargetOriginId),
      fallback: originGroup &&
        fallbackMember && {
          statuses: originGroup.FailoverCriteria.StatusCodes.Items,
          origin: originOf(fallbackMember.OriginId).origin,
        },
    };
  };
  const behaviors = [...config.CacheBehaviors, config.DefaultCacheBehavior].map(behaviorOf);
  // Throws for an unknown policy at the start. Without this line, the first request would fail.
  for (const { headersPolicyId } of behaviors) applyHeaders(headersPolicyId, messageResponse(200, ""));
  const fetchCached = createEdgeCache();

  const respond = async (behavior: Behavior, viewerRequest: HttpRequest): Promise<HttpResponse> => {
    if (!behavior.methods.includes(viewerRequest.method))
      return messageResponse(403, "This method is not allowed here.");
    // CloudFront may replace `/` by the default root object before the function sees the path. The local edge always does.
    const path = viewerRequest.path === "/" ? `/${config.DefaultRootObject ?? ""}` : viewerRequest.path;
    const edgeRequest = { ...viewerRequest, path };
    const edgeResult = behavior.onRequest ? await behavior.onRequest(edgeRequest) : { request: edgeRequest };
    if ("response" in edgeResult) return edgeResult.response;
    const { request } = edgeResult;
    const fetchOrigin = async (originRequest: HttpRequest): Promise<HttpResponse> => {
      const forwardedRequest = selectParts(originRequest, behavior.cachePolicy.key, behavior.forwardedParts);
      const condition = originRequest.headers["if-none-match"];
      const headers = {
        "user-agent": "Amazon CloudFront",
        ...forwardedRequest.headers,
        "x-forwarded-for": [originRequest.headers["x-forwarded-for"], viewerRequest.ip]
          .filter(Boolean)
          .join(", "),
        ...(condition && { "if-none-match": condition }),
        ...behavior.originHeaders,
      };
      const response = await behavior.origin({ ...forwardedRequest, headers });
      return behavior.fallback?.statuses.includes(response.status)
        ? behavior.fallback.origin(forwardedRequest)
        : response;
    };
    // Only responses of Lambda functions are cached, because the files of a bucket are on this machine.
    return behavior.bucket ? fetchOrigin(request) : fetchCached(request, behavior.cachePolicy, fetchOrigin);
  };

  const behaviorAt = (path: string): Behavior | undefined => behaviors.find(({ matches }) => matches(path));
  return {
    /** The origin of a path: the bucket (undefined for a Lambda function) and the headers that the edge adds. */
    originAt(path: string) {
      const behavior = behaviorAt(path);
      return { bucket: behavior?.bucket, headers: behavior?.originHeaders ?? {} };
    },
    handle: async (viewerRequest: HttpRequest): Promise<HttpResponse> => {
      const behavior = behaviorAt(viewerRequest.path);
      if (!behavior) return messageResponse(404, "Not Found");
      let response = applyHeaders(behavior.headersPolicyId, await respond(behavior, viewerRequest));
      const answersIfNoneMatch = behavior.bucket !== undefined || behavior.cachePolicy.maxTtl > 0;
      if (answersIfNoneMatch) response = answerIfNoneMatch(viewerRequest, response);
      if (behavior.bucket) response = answerRange(viewerRequest, response);
      if (behavior.canCompress && behavior.cachePolicy.canCompress)
        response = await compressResponse(response, viewerRequest.headers["accept-encoding"]);
      // CloudFront does not run the function of viewer-response for an error.
      if (!behavior.onResponse || response.status >= 400) return response;
      const edgeResult = await behavior.onResponse(viewerRequest, response);
      return "response" in edgeResult ? edgeResult.response : response;
    },
  };
}

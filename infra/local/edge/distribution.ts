import * as z from "zod/mini";
import { messageResponse, type HttpRequest, type HttpResponse } from "../gateway/message.ts";
import type { Stack } from "../template/stack.ts";
import type { ObjectStore } from "../website/object-store.ts";
import { bucketOrigin } from "./bucket-origin.ts";
import { compressed } from "./compression.ts";
import { notModified, ranged } from "./conditional.ts";
import { EdgeCache } from "./edge-cache.ts";
import { compileEdgeFunction, type EdgeFunction } from "./edge-function.ts";
import { pathPattern } from "./path-pattern.ts";
import { readPolicies, select, type CachePolicy, type Selection } from "./policies.ts";
import { readResponseHeaders } from "./response-headers.ts";

const refused = (what: string) => z.optional(z.never(`${what} is not known to the local stack`));
const Behavior = z.object({
  PathPattern: z.optional(z.string()),
  TargetOriginId: z.string(),
  AllowedMethods: z._default(z.array(z.string()), ["GET", "HEAD"]),
  CachePolicyId: z.string(),
  OriginRequestPolicyId: z.optional(z.string()),
  ResponseHeadersPolicyId: z.optional(z.string()),
  Compress: z._default(z.boolean(), false),
  FunctionAssociations: z._default(
    z.array(z.object({ EventType: z.literal("viewer-request"), FunctionARN: z.string() })),
    [],
  ),
  LambdaFunctionAssociations: refused("Lambda@Edge"),
});
const DistributionProperties = z.object({
  DistributionConfig: z.object({
    Enabled: z.literal(true),
    DefaultRootObject: z.optional(z.string()),
    DefaultCacheBehavior: Behavior,
    CacheBehaviors: z._default(z.array(Behavior), []),
    CustomErrorResponses: z._default(
      z.array(z.object({ ErrorCode: z.number(), ResponsePagePath: refused("An error page at the edge") })),
      [],
    ),
    Origins: z.array(
      z.object({
        Id: z.string(),
        DomainName: z.string(),
        OriginPath: refused("An origin's path"),
        OriginCustomHeaders: z._default(
          z.array(z.object({ HeaderName: z.string(), HeaderValue: z.string() })),
          [],
        ),
      }),
    ),
  }),
});
const FunctionProperties = z.object({ FunctionCode: z.string() });

type Origin = (request: HttpRequest) => Promise<HttpResponse>;
type Edge = {
  applies: (path: string) => boolean;
  methods: string[];
  cache: CachePolicy;
  forwards: Selection;
  headersPolicy: string | undefined;
  compress: boolean;
  onRequest: EdgeFunction | undefined;
  origin: Origin;
  ownHeaders: Record<string, string>;
  bucket: string | undefined;
};

type Options = {
  stack: Stack;
  store: ObjectStore;
  /** Bucket names by their domain name in the template. */
  buckets: Map<string, string>;
  /** Other origins by their domain name. */
  origins: Map<string, Origin>;
};

export type Distribution = {
  /** Answer a visitor's request. */
  handle: Origin;
  /** What a path leads to: the bucket, if it is one, and the headers that the edge adds. */
  originAt(path: string): { bucket?: string | undefined; headers: Record<string, string> };
};

/** Build the template's CloudFront distribution. */
export function createDistribution({ stack, store, buckets, origins }: Options): Distribution {
  const [distribution, ...more] = stack.resources("AWS::CloudFront::Distribution", DistributionProperties);
  if (!distribution || more.length > 0)
    throw new Error("The local stack expects one distribution in the template.");
  const config = distribution.properties.DistributionConfig;
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
  const edgeOf = (behavior: z.infer<typeof Behavior>): Edge => {
    const origin = config.Origins.find(({ Id }) => Id === behavior.TargetOriginId);
    const bucket = buckets.get(origin?.DomainName ?? "");
    const answers = bucket ? bucketOrigin(store, bucket) : origins.get(origin?.DomainName ?? "");
    const association = behavior.FunctionAssociations[0]?.FunctionARN;
    const onRequest = association === undefined ? undefined : functions.get(association);
    if (!origin || !answers)
      throw new Error(`Nothing local stands for the origin ${origin?.DomainName ?? "?"}.`);
    if (association !== undefined && !onRequest)
      throw new Error(`The template has no edge function ${association}.`);
    const own = origin.OriginCustomHeaders.map(({ HeaderName, HeaderValue }) => [
      HeaderName.toLowerCase(),
      HeaderValue,
    ]);
    return {
      applies: behavior.PathPattern === undefined ? () => true : pathPattern(behavior.PathPattern),
      methods: behavior.AllowedMethods,
      cache: policies.cache(behavior.CachePolicyId),
      forwards: policies.request(behavior.OriginRequestPolicyId),
      headersPolicy: behavior.ResponseHeadersPolicyId,
      compress: behavior.Compress,
      onRequest,
      origin: answers,
      ownHeaders: Object.fromEntries(own) as Record<string, string>,
      bucket,
    };
  };
  const edges = [...config.CacheBehaviors, config.DefaultCacheBehavior].map(edgeOf);
  for (const edge of edges) applyHeaders(edge.headersPolicy, messageResponse(200, ""));
  const cache = new EdgeCache();

  const answer = async (edge: Edge, viewer: HttpRequest): Promise<HttpResponse> => {
    if (!edge.methods.includes(viewer.method))
      return messageResponse(403, "This method is not allowed here.");
    const step = edge.onRequest ? await edge.onRequest(viewer) : { request: viewer };
    if ("response" in step) return step.response;
    const path = step.request.path === "/" ? `/${config.DefaultRootObject ?? ""}` : step.request.path;
    const request = { ...step.request, path };
    const fetch = (asked: HttpRequest): Promise<HttpResponse> => {
      const forwarded = select(asked, edge.cache.key, edge.forwards);
      const condition = asked.headers["if-none-match"];
      const headers = {
        "user-agent": "Amazon CloudFront",
        ...forwarded.headers,
        "x-forwarded-for": [asked.headers["x-forwarded-for"], viewer.ip].filter(Boolean).join(", "),
        ...(condition && { "if-none-match": condition }),
        ...edge.ownHeaders,
      };
      return edge.origin({ ...forwarded, headers });
    };
    // A bucket's files are on this very machine: only what comes from functions is worth keeping.
    return edge.bucket ? fetch(request) : cache.answer(request, edge.cache, fetch);
  };

  const edgeAt = (path: string): Edge | undefined => edges.find(({ applies }) => applies(path));
  return {
    originAt: (path) => ({ bucket: edgeAt(path)?.bucket, headers: edgeAt(path)?.ownHeaders ?? {} }),
    async handle(viewer) {
      const edge = edgeAt(viewer.path);
      if (!edge) return messageResponse(404, "Not Found");
      const whole = applyHeaders(edge.headersPolicy, await answer(edge, viewer));
      const canCache = edge.bucket !== undefined || edge.cache.maxTtl > 0;
      const fresh = canCache ? notModified(viewer, whole) : whole;
      const part = edge.bucket ? ranged(viewer, fresh) : fresh;
      const packs = edge.compress && edge.cache.compress;
      return packs ? compressed(part, viewer.headers["accept-encoding"]) : part;
    },
  };
}

import * as z from "zod/mini";
import type { HttpRequest } from "../gateway/message.ts";
import type { Stack } from "../template/stack.ts";

const SelectionMode = z.literal(["none", "whitelist", "allExcept", "all", "allViewer"]);
const Names = z._default(z.array(z.string()), []);
const policyParts = {
  QueryStringsConfig: z.object({ QueryStringBehavior: SelectionMode, QueryStrings: Names }),
  HeadersConfig: z.object({ HeaderBehavior: SelectionMode, Headers: Names }),
  CookiesConfig: z.object({ CookieBehavior: SelectionMode, Cookies: Names }),
};
const PolicyParts = z.object(policyParts);
const CachePolicyProperties = z.object({
  CachePolicyConfig: z.object({
    MinTTL: z.number(),
    MaxTTL: z.number(),
    DefaultTTL: z.number(),
    ParametersInCacheKeyAndForwardedToOrigin: z.object({
      ...policyParts,
      EnableAcceptEncodingGzip: z.boolean(),
      EnableAcceptEncodingBrotli: z._default(z.boolean(), false),
    }),
  }),
});
const RequestPolicyProperties = z.object({ OriginRequestPolicyConfig: PolicyParts });

type NameSelection = { mode: z.infer<typeof SelectionMode>; names: string[] };
/** The query strings, headers and cookies of a request that a policy selects. */
export type Selection = { query: NameSelection; headers: NameSelection; cookies: NameSelection };
/** A cache policy; TTLs are in seconds. */
export type CachePolicy = {
  minTtl: number;
  maxTtl: number;
  defaultTtl: number;
  key: Selection;
  canCompress: boolean;
};

const noNames: NameSelection = { mode: "none", names: [] };
const allNames: NameSelection = { mode: "all", names: [] };
const noParts: Selection = { query: noNames, headers: noNames, cookies: noNames };

/** AWS's cache policies CachingDisabled and CachingOptimized, by id (CloudFront developer guide). */
const managedCachePolicies: [id: string, CachePolicy][] = [
  [
    "4135ea2d-6df8-44a3-9df3-4b5a84be39ad",
    { minTtl: 0, maxTtl: 0, defaultTtl: 0, key: noParts, canCompress: false },
  ],
  [
    "658327ea-f89d-4fab-a63d-7e88639e58f6",
    { minTtl: 1, maxTtl: 31_536_000, defaultTtl: 86_400, key: noParts, canCompress: true },
  ],
];
/** AWS's origin request policy AllViewerExceptHostHeader. */
const allExceptHost: Selection = {
  query: allNames,
  headers: { mode: "allExcept", names: ["host"] },
  cookies: allNames,
};

export type Policies = {
  cachePolicyOf(id: string): CachePolicy;
  /** The parts of a request that are forwarded to the origin in addition to the cache key. */
  forwardedPartsOf(id: string | undefined): Selection;
};

const selectionOf = (config: z.infer<typeof PolicyParts>): Selection => ({
  query: {
    mode: config.QueryStringsConfig.QueryStringBehavior,
    names: config.QueryStringsConfig.QueryStrings,
  },
  headers: {
    mode: config.HeadersConfig.HeaderBehavior,
    names: config.HeadersConfig.Headers.map((name) => name.toLowerCase()),
  },
  cookies: { mode: config.CookiesConfig.CookieBehavior, names: config.CookiesConfig.Cookies },
});

/** The template's and AWS's own cache and origin request policies. An unknown id throws. */
export function readPolicies(stack: Stack): Policies {
  const cachesById = new Map(managedCachePolicies);
  for (const { ref, properties } of stack.resources("AWS::CloudFront::CachePolicy", CachePolicyProperties)) {
    const { MinTTL: minTtl, MaxTTL: maxTtl, DefaultTTL: defaultTtl } = properties.CachePolicyConfig;
    const { ParametersInCacheKeyAndForwardedToOrigin: key } = properties.CachePolicyConfig;
    const canCompress = key.EnableAcceptEncodingGzip || key.EnableAcceptEncodingBrotli;
    cachesById.set(ref, { minTtl, maxTtl, defaultTtl, key: selectionOf(key), canCompress });
  }
  const requestsById = new Map([["b689b0a8-53d0-40ab-baf2-68738e2966ac", allExceptHost]]);
  const ownPolicies = stack.resources("AWS::CloudFront::OriginRequestPolicy", RequestPolicyProperties);
  for (const { ref, properties } of ownPolicies)
    requestsById.set(ref, selectionOf(properties.OriginRequestPolicyConfig));

  const find = <T>(policies: Map<string, T>, id: string): T => {
    const policy = policies.get(id);
    if (!policy) throw new Error(`The local stack does not know the CloudFront policy ${id}.`);
    return policy;
  };
  return {
    cachePolicyOf: (id) => find(cachesById, id),
    forwardedPartsOf: (id) => (id ? find(requestsById, id) : noParts),
  };
}

const selects = ({ mode, names }: NameSelection, name: string): boolean => {
  if (mode === "none") return false;
  if (mode === "whitelist") return names.includes(name);
  return mode !== "allExcept" || !names.includes(name);
};

/** The request with only those query strings, headers and cookies that one of `selections` includes. */
export function selectParts(request: HttpRequest, ...selections: Selection[]): HttpRequest {
  const { cookie = "", ...headers } = request.headers;
  const isIncluded = (kind: keyof Selection, name: string): boolean =>
    selections.some((selection) => selects(selection[kind], name));
  const parameters = request.query.split("&").filter((pair) => {
    const [name] = new URLSearchParams(pair).keys();
    return name !== undefined && isIncluded("query", name);
  });
  const cookies = cookie
    .split(/;\s*/)
    .filter((pair) => pair && isIncluded("cookies", pair.split("=")[0] ?? ""));
  return {
    ...request,
    query: parameters.join("&"),
    headers: {
      ...Object.fromEntries(Object.entries(headers).filter(([name]) => isIncluded("headers", name))),
      ...(cookies.length > 0 && { cookie: cookies.join("; ") }),
    },
  };
}

import * as z from "zod/mini";
import type { HttpRequest } from "../gateway/message.ts";
import type { Stack } from "../template/stack.ts";

const Behavior = z.literal(["none", "whitelist", "allExcept", "all", "allViewer"]);
const Names = z._default(z.array(z.string()), []);
const policyParts = {
  QueryStringsConfig: z.object({ QueryStringBehavior: Behavior, QueryStrings: Names }),
  HeadersConfig: z.object({ HeaderBehavior: Behavior, Headers: Names }),
  CookiesConfig: z.object({ CookieBehavior: Behavior, Cookies: Names }),
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

type Choice = { behavior: z.infer<typeof Behavior>; names: string[] };
/** Which query strings, headers and cookies of a request a policy includes. */
export type Selection = { query: Choice; headers: Choice; cookies: Choice };
/** A cache policy; TTLs are in seconds. */
export type CachePolicy = {
  minTtl: number;
  maxTtl: number;
  defaultTtl: number;
  key: Selection;
  compress: boolean;
};

const none: Choice = { behavior: "none", names: [] };
const all: Choice = { behavior: "all", names: [] };
const noParts: Selection = { query: none, headers: none, cookies: none };

/** AWS's own cache policies, by id (CloudFront developer guide, "Use managed cache policies"). */
const managedCachePolicies: [id: string, CachePolicy][] = [
  [
    "4135ea2d-6df8-44a3-9df3-4b5a84be39ad",
    { minTtl: 0, maxTtl: 0, defaultTtl: 0, key: noParts, compress: false },
  ],
  [
    "658327ea-f89d-4fab-a63d-7e88639e58f6",
    { minTtl: 1, maxTtl: 31_536_000, defaultTtl: 86_400, key: noParts, compress: true },
  ],
];
const allExceptHost: Selection = {
  query: all,
  headers: { behavior: "allExcept", names: ["host"] },
  cookies: all,
};

export type Policies = {
  cache(id: string): CachePolicy;
  /** The parts of a request that are forwarded to the origin in addition to the cache key. */
  request(id: string | undefined): Selection;
};

const selectionOf = (config: z.infer<typeof PolicyParts>): Selection => ({
  query: {
    behavior: config.QueryStringsConfig.QueryStringBehavior,
    names: config.QueryStringsConfig.QueryStrings,
  },
  headers: {
    behavior: config.HeadersConfig.HeaderBehavior,
    names: config.HeadersConfig.Headers.map((name) => name.toLowerCase()),
  },
  cookies: { behavior: config.CookiesConfig.CookieBehavior, names: config.CookiesConfig.Cookies },
});

/** The template's and AWS's own cache and origin request policies. An unknown id throws. */
export function readPolicies(stack: Stack): Policies {
  const caches = new Map(managedCachePolicies);
  for (const { ref, properties } of stack.resources("AWS::CloudFront::CachePolicy", CachePolicyProperties)) {
    const { MinTTL: minTtl, MaxTTL: maxTtl, DefaultTTL: defaultTtl } = properties.CachePolicyConfig;
    const { ParametersInCacheKeyAndForwardedToOrigin: key } = properties.CachePolicyConfig;
    const compress = key.EnableAcceptEncodingGzip || key.EnableAcceptEncodingBrotli;
    caches.set(ref, { minTtl, maxTtl, defaultTtl, key: selectionOf(key), compress });
  }
  const requests = new Map([["b689b0a8-53d0-40ab-baf2-68738e2966ac", allExceptHost]]);
  const own = stack.resources("AWS::CloudFront::OriginRequestPolicy", RequestPolicyProperties);
  for (const { ref, properties } of own) requests.set(ref, selectionOf(properties.OriginRequestPolicyConfig));

  const find = <T>(policies: Map<string, T>, id: string): T => {
    const policy = policies.get(id);
    if (!policy) throw new Error(`The local stack does not know the CloudFront policy ${id}.`);
    return policy;
  };
  return { cache: (id) => find(caches, id), request: (id) => (id ? find(requests, id) : noParts) };
}

const includes = ({ behavior, names }: Choice, name: string): boolean => {
  if (behavior === "none") return false;
  if (behavior === "whitelist") return names.includes(name);
  return behavior !== "allExcept" || !names.includes(name);
};

/** The request with the query strings, headers and cookies that any of `selections` includes. */
export function selectParts(request: HttpRequest, ...selections: Selection[]): HttpRequest {
  const { cookie = "", ...headers } = request.headers;
  const isIncluded = (kind: keyof Selection, name: string): boolean =>
    selections.some((selection) => includes(selection[kind], name));
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

import * as z from "zod/mini";
import type { HttpRequest } from "../gateway/message.ts";
import type { Stack } from "../template/stack.ts";

const Behavior = z.enum([
  "none",
  "whitelist",
  "allExcept",
  "all",
  "allViewer",
  "allViewerAndWhitelistCloudFront",
]);
const QueryStrings = z.object({
  QueryStringBehavior: Behavior,
  QueryStrings: z.optional(z.array(z.string())),
});
const Headers = z.object({ HeaderBehavior: Behavior, Headers: z.optional(z.array(z.string())) });
const Cookies = z.object({ CookieBehavior: Behavior, Cookies: z.optional(z.array(z.string())) });
const CachePolicyProperties = z.object({
  CachePolicyConfig: z.object({
    MinTTL: z.number(),
    MaxTTL: z.number(),
    DefaultTTL: z.number(),
    ParametersInCacheKeyAndForwardedToOrigin: z.object({
      QueryStringsConfig: QueryStrings,
      HeadersConfig: Headers,
      CookiesConfig: Cookies,
      EnableAcceptEncodingGzip: z.boolean(),
      EnableAcceptEncodingBrotli: z._default(z.boolean(), false),
    }),
  }),
});
const RequestPolicyProperties = z.object({
  OriginRequestPolicyConfig: z.object({
    QueryStringsConfig: QueryStrings,
    HeadersConfig: Headers,
    CookiesConfig: Cookies,
  }),
});

type Choice = { behavior: z.infer<typeof Behavior>; names: string[] };
/** Which of a visitor's query strings, headers and cookies a policy takes. */
export type Selection = { query: Choice; headers: Choice; cookies: Choice };
/** How long an answer is kept, in seconds, what its key is made of, and whether it may be compressed. */
export type CachePolicy = {
  minTtl: number;
  maxTtl: number;
  defaultTtl: number;
  key: Selection;
  compress: boolean;
};

const nothing: Choice = { behavior: "none", names: [] };
const everything: Choice = { behavior: "all", names: [] };
const emptyKey: Selection = { query: nothing, headers: nothing, cookies: nothing };

/** AWS's own policies, by their ids (CloudFront developer guide, "Use managed cache policies"). */
const managedCaches: Record<string, CachePolicy> = {
  "4135ea2d-6df8-44a3-9df3-4b5a84be39ad": {
    minTtl: 0,
    maxTtl: 0,
    defaultTtl: 0,
    key: emptyKey,
    compress: false,
  },
  "658327ea-f89d-4fab-a63d-7e88639e58f6": {
    minTtl: 1,
    maxTtl: 31_536_000,
    defaultTtl: 86_400,
    key: emptyKey,
    compress: true,
  },
};
const managedRequests: Record<string, Selection> = {
  "b689b0a8-53d0-40ab-baf2-68738e2966ac": {
    query: everything,
    headers: { behavior: "allExcept", names: ["host"] },
    cookies: everything,
  },
};

export type Policies = {
  cache(id: string): CachePolicy;
  /** What goes to the origin beyond the cache's key. */
  request(id: string | undefined): Selection;
};

function selection(config: {
  QueryStringsConfig: z.infer<typeof QueryStrings>;
  HeadersConfig: z.infer<typeof Headers>;
  CookiesConfig: z.infer<typeof Cookies>;
}): Selection {
  const { QueryStringsConfig: query, HeadersConfig: headers, CookiesConfig: cookies } = config;
  return {
    query: { behavior: query.QueryStringBehavior, names: query.QueryStrings ?? [] },
    headers: {
      behavior: headers.HeaderBehavior,
      names: (headers.Headers ?? []).map((name) => name.toLowerCase()),
    },
    cookies: { behavior: cookies.CookieBehavior, names: cookies.Cookies ?? [] },
  };
}

/** Read the template's cache and origin request policies beside the managed ones; an unknown id throws. */
export function readPolicies(stack: Stack): Policies {
  const caches = new Map(Object.entries(managedCaches));
  for (const { ref, properties } of stack.resources("AWS::CloudFront::CachePolicy", CachePolicyProperties)) {
    const {
      MinTTL,
      MaxTTL,
      DefaultTTL,
      ParametersInCacheKeyAndForwardedToOrigin: key,
    } = properties.CachePolicyConfig;
    const compress = key.EnableAcceptEncodingGzip || key.EnableAcceptEncodingBrotli;
    caches.set(ref, {
      minTtl: MinTTL,
      maxTtl: MaxTTL,
      defaultTtl: DefaultTTL,
      key: selection(key),
      compress,
    });
  }
  const requests = new Map(Object.entries(managedRequests));
  for (const { ref, properties } of stack.resources(
    "AWS::CloudFront::OriginRequestPolicy",
    RequestPolicyProperties,
  ))
    requests.set(ref, selection(properties.OriginRequestPolicyConfig));

  const known = <T>(map: Map<string, T>, id: string): T => {
    const policy = map.get(id);
    if (!policy) throw new Error(`The local stack does not know the CloudFront policy ${id}.`);
    return policy;
  };
  return { cache: (id) => known(caches, id), request: (id) => (id ? known(requests, id) : emptyKey) };
}

const takes = ({ behavior, names }: Choice, name: string): boolean => {
  if (behavior === "none") return false;
  if (behavior === "whitelist") return names.includes(name);
  if (behavior === "allExcept") return !names.includes(name);
  return true;
};

/** The part of a request that any of `selections` takes; method, path, body and address stay. */
export function select(request: HttpRequest, ...selections: Selection[]): HttpRequest {
  const { cookie, ...headers } = request.headers;
  const any = (kind: keyof Selection, name: string): boolean =>
    selections.some((one) => takes(one[kind], name));
  const parameters = request.query.split("&").filter((pair) => {
    const [name] = [...new URLSearchParams(pair).keys()];
    return name !== undefined && any("query", name);
  });
  const crumbs = (cookie ?? "")
    .split(/;\s*/)
    .filter((crumb) => crumb && any("cookies", crumb.split("=")[0] ?? ""));
  return {
    ...request,
    query: parameters.join("&"),
    headers: {
      ...Object.fromEntries(Object.entries(headers).filter(([name]) => any("headers", name))),
      ...(crumbs.length > 0 && { cookie: crumbs.join("; ") }),
    },
  };
}

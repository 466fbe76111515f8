import * as z from "zod/mini";
import type { HttpResponse } from "../gateway/message.ts";
import { unsupported } from "../template/resource-types.ts";
import type { Stack } from "../template/stack.ts";

const Override = { Override: z.boolean() };
const Properties = z.object({
  ResponseHeadersPolicyConfig: z.object({
    SecurityHeadersConfig: z._default(
      z.object({
        ContentSecurityPolicy: z.optional(z.object({ ContentSecurityPolicy: z.string(), ...Override })),
        ContentTypeOptions: z.optional(z.object(Override)),
        FrameOptions: z.optional(z.object({ FrameOption: z.string(), ...Override })),
        ReferrerPolicy: z.optional(z.object({ ReferrerPolicy: z.string(), ...Override })),
        StrictTransportSecurity: z.optional(
          z.object({
            AccessControlMaxAgeSec: z.number(),
            IncludeSubdomains: z.optional(z.boolean()),
            Preload: z.optional(z.boolean()),
            ...Override,
          }),
        ),
        XSSProtection: unsupported("XSSProtection"),
      }),
      {},
    ),
    CustomHeadersConfig: z.optional(
      z.object({ Items: z.array(z.object({ Header: z.string(), Value: z.string(), ...Override })) }),
    ),
    RemoveHeadersConfig: z.optional(z.object({ Items: z.array(z.object({ Header: z.string() })) })),
    CorsConfig: unsupported("CorsConfig"),
    ServerTimingHeadersConfig: unsupported("ServerTimingHeadersConfig"),
  }),
});
type Config = z.infer<typeof Properties>["ResponseHeadersPolicyConfig"];
type Rule = { name: string; value: string; override: boolean };

function rulesOf({ SecurityHeadersConfig: security, CustomHeadersConfig: custom }: Config): Rule[] {
  const { ContentSecurityPolicy: csp, FrameOptions: frame, ReferrerPolicy: referrer } = security;
  const { ContentTypeOptions: type, StrictTransportSecurity: hsts } = security;
  const maxAge = `max-age=${hsts?.AccessControlMaxAgeSec ?? 0}`;
  const subdomains = hsts?.IncludeSubdomains ? "; includeSubDomains" : "";
  const preload = hsts?.Preload ? "; preload" : "";
  const rules: [name: string, value: string | undefined, setting: { Override: boolean } | undefined][] = [
    ["content-security-policy", csp?.ContentSecurityPolicy, csp],
    ["x-content-type-options", "nosniff", type],
    ["x-frame-options", frame?.FrameOption, frame],
    ["referrer-policy", referrer?.ReferrerPolicy, referrer],
    ["strict-transport-security", `${maxAge}${subdomains}${preload}`, hsts],
    ...(custom?.Items ?? []).map((item): [string, string, typeof item] => [
      item.Header.toLowerCase(),
      item.Value,
      item,
    ]),
  ];
  return rules.flatMap(([name, value = "", setting]) =>
    setting ? [{ name, value, override: setting.Override }] : [],
  );
}

export type ApplyHeadersPolicy = (id: string | undefined, response: HttpResponse) => HttpResponse;

/** Reads the template's response headers policies. The result applies a policy. Throws for an unknown id. */
export function readResponseHeaders(stack: Stack): ApplyHeadersPolicy {
  const policies = new Map(
    stack.resources("AWS::CloudFront::ResponseHeadersPolicy", Properties).map(({ ref, properties }) => {
      const config = properties.ResponseHeadersPolicyConfig;
      const toRemove = (config.RemoveHeadersConfig?.Items ?? []).map(({ Header }) => Header.toLowerCase());
      return [ref, { rules: rulesOf(config), toRemove }];
    }),
  );
  return (id, response) => {
    if (id === undefined) return response;
    const policy = policies.get(id);
    if (!policy) throw new Error(`The local stack does not know the response headers policy ${id}.`);
    const headers = { ...response.headers };
    for (const name of policy.toRemove) delete headers[name];
    for (const { name, value, override } of policy.rules)
      if (override || headers[name] === undefined) headers[name] = value;
    return { ...response, headers };
  };
}

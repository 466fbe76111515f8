import * as z from "zod/mini";
import type { HttpResponse } from "../gateway/message.ts";
import type { Stack } from "../template/stack.ts";

const Override = { Override: z.boolean() };
const refused = (what: string) => z.optional(z.never(`${what} is not known to the local stack`));
const Properties = z.object({
  ResponseHeadersPolicyConfig: z.object({
    SecurityHeadersConfig: z.optional(
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
        XSSProtection: refused("XSSProtection"),
      }),
    ),
    CustomHeadersConfig: z.optional(
      z.object({ Items: z.array(z.object({ Header: z.string(), Value: z.string(), ...Override })) }),
    ),
    RemoveHeadersConfig: z.optional(z.object({ Items: z.array(z.object({ Header: z.string() })) })),
    CorsConfig: refused("CorsConfig"),
    ServerTimingHeadersConfig: refused("ServerTimingHeadersConfig"),
  }),
});
type Config = z.infer<typeof Properties>["ResponseHeadersPolicyConfig"];
type Rule = { name: string; value: string; override: boolean };

function rulesOf({ SecurityHeadersConfig: security = {}, CustomHeadersConfig: custom }: Config): Rule[] {
  const { ContentSecurityPolicy: csp, FrameOptions: frame, ReferrerPolicy: referrer } = security;
  const { ContentTypeOptions: type, StrictTransportSecurity: hsts } = security;
  const rules = [
    csp && { name: "content-security-policy", value: csp.ContentSecurityPolicy, override: csp.Override },
    type && { name: "x-content-type-options", value: "nosniff", override: type.Override },
    frame && { name: "x-frame-options", value: frame.FrameOption, override: frame.Override },
    referrer && { name: "referrer-policy", value: referrer.ReferrerPolicy, override: referrer.Override },
    hsts && {
      name: "strict-transport-security",
      value: [
        `max-age=${hsts.AccessControlMaxAgeSec}`,
        ...(hsts.IncludeSubdomains ? ["includeSubDomains"] : []),
        ...(hsts.Preload ? ["preload"] : []),
      ].join("; "),
      override: hsts.Override,
    },
    ...(custom?.Items ?? []).map(({ Header, Value, Override: override }) => ({
      name: Header.toLowerCase(),
      value: Value,
      override,
    })),
  ];
  return rules.filter((rule) => rule !== undefined);
}

export type ResponseHeaders = (id: string | undefined, response: HttpResponse) => HttpResponse;

/** Read the template's response headers policies: gives what a policy makes of an answer. An unknown id throws. */
export function readResponseHeaders(stack: Stack): ResponseHeaders {
  const policies = new Map(
    stack.resources("AWS::CloudFront::ResponseHeadersPolicy", Properties).map(({ ref, properties }) => {
      const config = properties.ResponseHeadersPolicyConfig;
      const removed = (config.RemoveHeadersConfig?.Items ?? []).map(({ Header }) => Header.toLowerCase());
      return [ref, { rules: rulesOf(config), removed }];
    }),
  );
  return (id, response) => {
    if (id === undefined) return response;
    const policy = policies.get(id);
    if (!policy) throw new Error(`The local stack does not know the response headers policy ${id}.`);
    const headers = Object.fromEntries(
      Object.entries(response.headers).filter(([name]) => !policy.removed.includes(name)),
    );
    for (const { name, value, override } of policy.rules)
      if (override || headers[name] === undefined) headers[name] = value;
    return { ...response, headers };
  };
}

import { Duration } from "aws-cdk-lib";
import {
  HeadersFrameOption,
  HeadersReferrerPolicy,
  ResponseHeadersPolicy,
  type ResponseSecurityHeadersBehavior,
} from "aws-cdk-lib/aws-cloudfront";
import type { Construct } from "constructs";
import { frameOrigins } from "../shared/site/frames.ts";

/** Nothing on these pages needs a device, a payment handler of the browser's, or a visitor's interests. */
const permissions = [
  "accelerometer",
  "browsing-topics",
  "camera",
  "geolocation",
  "gyroscope",
  "magnetometer",
  "microphone",
  "payment",
  "usb",
]
  .map((feature) => `${feature}=()`)
  .join(", ");

const secure = (contentSecurityPolicy: string): ResponseSecurityHeadersBehavior => ({
  contentSecurityPolicy: { contentSecurityPolicy, override: true },
  contentTypeOptions: { override: true },
  frameOptions: { frameOption: HeadersFrameOption.DENY, override: true },
  referrerPolicy: { referrerPolicy: HeadersReferrerPolicy.STRICT_ORIGIN_WHEN_CROSS_ORIGIN, override: true },
  strictTransportSecurity: {
    accessControlMaxAge: Duration.days(730),
    includeSubdomains: true,
    override: true,
  },
});

const directives = (all: Record<string, readonly string[]>): string =>
  Object.entries(all)
    .map(([name, sources]) => [name, ...sources].join(" "))
    .join("; ");

/** Headers of pages and API. `connect` are the origins other than the shop's own that its scripts may call. */
export const pageHeaders = (scope: Construct, id: string, connect: string[]): ResponseHeadersPolicy =>
  new ResponseHeadersPolicy(scope, id, {
    comment: "Pages and API",
    securityHeadersBehavior: secure(
      directives({
        "default-src": ["'self'"],
        "script-src": ["'self'"],
        "style-src": ["'self'"],
        // React's style properties become attributes; style sheets stay files.
        "style-src-attr": ["'unsafe-inline'"],
        // Pictures are shown from the file before they are uploaded.
        "img-src": ["'self'", "data:", "blob:"],
        "connect-src": ["'self'", ...connect],
        "frame-src": frameOrigins,
        "frame-ancestors": ["'none'"],
        "form-action": ["'self'", "https://checkout.stripe.com"],
        "base-uri": ["'self'"],
        "object-src": ["'none'"],
      }),
    ),
    customHeadersBehavior: {
      customHeaders: [
        { header: "Permissions-Policy", value: permissions, override: true },
        { header: "Cross-Origin-Opener-Policy", value: "same-origin", override: true },
      ],
    },
  });

/** Headers of uploaded pictures: whatever a file really is, it runs nothing. */
export const mediaHeaders = (scope: Construct, id: string): ResponseHeadersPolicy =>
  new ResponseHeadersPolicy(scope, id, {
    comment: "Pictures",
    securityHeadersBehavior: secure("default-src 'none'; frame-ancestors 'none'; sandbox"),
  });

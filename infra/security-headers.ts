import { Duration } from "aws-cdk-lib";
import {
  HeadersFrameOption,
  HeadersReferrerPolicy,
  ResponseHeadersPolicy,
  type ResponseSecurityHeadersBehavior,
} from "aws-cdk-lib/aws-cloudfront";
import type { Construct } from "constructs";
import { map } from "../shared/site/address-and-hours.ts";
import { articles } from "../shared/site/articles.ts";
import { links } from "../shared/site/links.ts";

/** The origins that pages may embed in a frame. The page asks the visitor first. */
const frameOrigins: readonly string[] = [
  ...new Set(
    [links.spotify.embedUrl, map.embedUrl, ...articles.flatMap((article) => article.frameUrl ?? [])].map(
      (address) => new URL(address).origin,
    ),
  ),
];

/** Browser features that the pages do not use. */
const disabledFeatures = [
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

/** Headers of pages and API. `connect`: other origins that the shop's scripts may call. */
export const pageHeaders = (scope: Construct, id: string, connect: string[]): ResponseHeadersPolicy =>
  new ResponseHeadersPolicy(scope, id, {
    comment: "Pages and API",
    securityHeadersBehavior: secure(
      directives({
        "default-src": ["'self'"],
        "script-src": ["'self'"],
        "style-src": ["'self'"],
        // React writes `style` properties as attributes. Style sheets are files.
        "style-src-attr": ["'unsafe-inline'"],
        // The product form previews pictures before they are uploaded.
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
        { header: "Permissions-Policy", value: disabledFeatures, override: true },
        { header: "Cross-Origin-Opener-Policy", value: "same-origin", override: true },
      ],
    },
  });

/** Headers of uploaded pictures: a file that is not a picture cannot run scripts. */
export const mediaHeaders = (scope: Construct, id: string): ResponseHeadersPolicy =>
  new ResponseHeadersPolicy(scope, id, {
    comment: "Pictures",
    securityHeadersBehavior: secure("default-src 'none'; frame-ancestors 'none'; sandbox"),
  });

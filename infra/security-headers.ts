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
import { embeddedPlayer } from "../shared/site/links.ts";
import type { StageSettings } from "./stage-settings.ts";

/** The origins whose pages the site may show in a frame, after the visitor has agreed. */
const frameOrigins: readonly string[] = [
  ...new Set(
    [embeddedPlayer?.embedUrl, map.embedUrl, ...articles.map(({ frameUrl }) => frameUrl)].flatMap((address) =>
      address === undefined ? [] : new URL(address).origin,
    ),
  ),
];

/** Browser features that the pages do not use. */
const disabledFeatures = [
  "accelerometer",
  "browsing-topics",
  "geolocation",
  "gyroscope",
  "magnetometer",
  "microphone",
  "payment",
  "usb",
].map((feature) => `${feature}=()`);

type DomainSettings = Pick<StageSettings, "domain" | "hostedZone">;

/**
 * Whether HSTS, which tells browsers to use only HTTPS for two years, also covers the domain's subdomains. False if the
 * domain is or may be the domain of a whole zone, because other servers in the zone may not support HTTPS.
 */
export const includesSubdomains = ({ domain, hostedZone }: DomainSettings): boolean =>
  domain === undefined || (hostedZone !== undefined && domain !== hostedZone.name);

const securityHeaders = (
  contentSecurityPolicy: string,
  settings: DomainSettings,
): ResponseSecurityHeadersBehavior => ({
  contentSecurityPolicy: { contentSecurityPolicy, override: true },
  contentTypeOptions: { override: true },
  frameOptions: { frameOption: HeadersFrameOption.DENY, override: true },
  referrerPolicy: { referrerPolicy: HeadersReferrerPolicy.STRICT_ORIGIN_WHEN_CROSS_ORIGIN, override: true },
  strictTransportSecurity: {
    accessControlMaxAge: Duration.days(730),
    includeSubdomains: includesSubdomains(settings),
    override: true,
  },
});

/** https://docs.aws.amazon.com/AmazonCloudFront/latest/DeveloperGuide/cloudfront-limits.html */
const MAX_POLICY_LENGTH = 1783;
/** As long as the longest value that CloudFormation may fill in, such as the host name of a bucket. */
const LONGEST_VALUE = "x".repeat(100);

/** The text of a Content-Security-Policy. Throws if CloudFront would refuse its length after some minutes of a deployment. */
function joinDirectives(directives: Record<string, readonly string[]>): string {
  const text = Object.entries(directives)
    .map(([name, sources]) => [name, ...sources].join(" "))
    .join("; ");
  const { length } = text.replaceAll(/\$\{Token\[[^\]]*\]\}/g, LONGEST_VALUE);
  if (length <= MAX_POLICY_LENGTH) return text;
  throw new Error(
    `The Content-Security-Policy has ${length} characters, and CloudFront takes at most ${MAX_POLICY_LENGTH} characters: put ` +
      "fewer mediaOrigins into infra/stages.ts (https://*.example.org stands for several), or frames of fewer sites into articles.",
  );
}

type PageHeaderProps = {
  settings: StageSettings;
  /** Other origins that the shop's scripts may call. */
  connectOrigins: string[];
  /** Whether the page is /door, which reads codes with the camera. */
  isDoor?: boolean;
};

/** Headers of pages and API. */
export const createPageHeaders = (
  scope: Construct,
  id: string,
  { settings, connectOrigins, isDoor = false }: PageHeaderProps,
): ResponseHeadersPolicy =>
  new ResponseHeadersPolicy(scope, id, {
    comment: isDoor ? "The page of the door" : "Pages and API",
    securityHeadersBehavior: securityHeaders(
      joinDirectives({
        "default-src": ["'self'"],
        "script-src": ["'self'"],
        "style-src": ["'self'"],
        // React writes `style` properties as inline attributes.
        "style-src-attr": ["'unsafe-inline'"],
        // The product form previews pictures before they are uploaded.
        "img-src": ["'self'", "data:", "blob:"],
        "connect-src": ["'self'", ...connectOrigins],
        // Without a podcast, `default-src` applies to media too.
        ...(settings.podcast && !isDoor ? { "media-src": ["'self'", ...settings.podcast.mediaOrigins] } : {}),
        "frame-src": isDoor ? ["'none'"] : frameOrigins,
        // /door and /ticket have service workers. Every page allows workers, because the router can open /ticket from any page,
        // and the policy of that page then still applies.
        "worker-src": ["'self'"],
        "manifest-src": ["'self'"],
        "frame-ancestors": ["'none'"],
        "form-action": ["'self'", "https://checkout.stripe.com"],
        "base-uri": ["'self'"],
        "object-src": ["'none'"],
      }),
      settings,
    ),
    customHeadersBehavior: {
      customHeaders: [
        {
          header: "Permissions-Policy",
          value: [...disabledFeatures, isDoor ? "camera=(self)" : "camera=()"].join(", "),
          override: true,
        },
        { header: "Cross-Origin-Opener-Policy", value: "same-origin", override: true },
      ],
    },
  });

/** Headers of uploaded pictures. They forbid all scripts, in case an uploaded file is not a picture. */
export const createMediaHeaders = (
  scope: Construct,
  id: string,
  settings: StageSettings,
): ResponseHeadersPolicy =>
  new ResponseHeadersPolicy(scope, id, {
    comment: "Pictures",
    securityHeadersBehavior: securityHeaders("default-src 'none'; frame-ancestors 'none'; sandbox", settings),
  });

import { Duration, RemovalPolicy, Stack } from "aws-cdk-lib";
import * as cloudfront from "aws-cdk-lib/aws-cloudfront";
import { S3BucketOrigin } from "aws-cdk-lib/aws-cloudfront-origins";
import { BlockPublicAccess, Bucket, BucketEncryption } from "aws-cdk-lib/aws-s3";
import { Construct, type IDependable } from "constructs";
import { pagePaths } from "../shared/page-paths.ts";
import { DOOR_PATH } from "../shared/tickets/door-path.ts";
import { suppressFindings } from "./suppress-findings.ts";
import type { Api } from "./api.ts";
import { createApiBehaviors, associateEdgeFunction } from "./behaviors.ts";
import { asBucket } from "./cdk-types.ts";
import { Domain } from "./domain.ts";
import { markNotFoundCode, rewriteMediaPathCode, rewritePageCode } from "./edge-functions.ts";
import { createFirewall } from "./firewall.ts";
import type { CommonProps } from "./function.ts";
import type { AdminSignIn } from "./admin-sign-in.ts";
import type { Media } from "./media.ts";
import { stageOf } from "./names.ts";
import type { ShopSecret } from "./secrets.ts";
import { createMediaHeaders, createPageHeaders } from "./security-headers.ts";
import { extensionsOf, pagesOf, SiteDeployment, listSiteFiles } from "./site-files.ts";
import { SHOP_COUNTRY } from "../shared/shop-country.ts";

type WebsiteProps = CommonProps & {
  api: Api;
  signIn: AdminSignIn;
  media: Media;
  originSecret: ShopSecret;
  /** Folder of the built site. */
  siteFolder: string;
};

/** The CloudFront distribution that serves pages, pictures and API, and the bucket of the built site. */
export class Website extends Construct {
  readonly distribution: cloudfront.Distribution;
  /** `https://…` without a slash at the end. */
  readonly origin: string;
  /** The deployment of the scripts and styles to which pages refer. */
  readonly assets: IDependable;
  /** The deployment of the pages, which must follow the functions that the pages call. */
  readonly pages: Construct;

  constructor(
    scope: Construct,
    id: string,
    { settings, api, signIn, media, originSecret, siteFolder }: WebsiteProps,
  ) {
    super(scope, id);
    const region = Stack.of(this).region;
    const { identityEndpoint } = settings;
    const domain = settings.domain
      ? new Domain(this, "Domain", { ...settings, name: settings.domain })
      : undefined;
    const bucket = new Bucket(this, "Bucket", {
      blockPublicAccess: BlockPublicAccess.BLOCK_ALL,
      encryption: BucketEncryption.S3_MANAGED,
      enforceSSL: true,
      versioned: true,
      lifecycleRules: [{ id: "DropOldVersions", noncurrentVersionExpiration: Duration.days(30) }],
      // CloudFormation cannot delete a bucket that is not empty.
      removalPolicy: RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE,
    });
    const identityOrigin = identityEndpoint
      ? new URL(identityEndpoint).origin
      : `https://cognito-idp.${region}.amazonaws.com`;
    const pageHeaders = createPageHeaders(this, "PageHeaders", {
      settings,
      connectOrigins: [identityOrigin, `https://${media.bucket.bucketRegionalDomainName}`],
    });
    const redirectToHttps = { viewerProtocolPolicy: cloudfront.ViewerProtocolPolicy.REDIRECT_TO_HTTPS };

    const files = listSiteFiles(siteFolder);
    // Without LIST, S3 answers 403 instead of 404 for a missing file. Visitors cannot list the bucket, because query strings do
    // not reach it.
    const bucketOrigin = S3BucketOrigin.withOriginAccessControl(asBucket(bucket), {
      originAccessLevels: [cloudfront.AccessLevel.READ, cloudfront.AccessLevel.LIST],
    });
    const addresses = {
      prerenderedPages: pagesOf(files),
      browserPages: Object.values(pagePaths),
      hasPodcast: settings.podcast !== undefined,
      extensions: extensionsOf(files),
    };
    const rewrite = associateEdgeFunction(this, "Rewrite", rewritePageCode(addresses));
    const notFound = associateEdgeFunction(
      this,
      "NotFound",
      markNotFoundCode(addresses),
      cloudfront.FunctionEventType.VIEWER_RESPONSE,
    );
    const fileBehavior = { ...redirectToHttps, origin: bucketOrigin };
    const pageBehavior = { ...fileBehavior, functionAssociations: [rewrite, notFound] };
    this.distribution = new cloudfront.Distribution(this, "Distribution", {
      comment: Stack.of(this).stackName,
      httpVersion: cloudfront.HttpVersion.HTTP2_AND_3,
      priceClass: cloudfront.PriceClass.PRICE_CLASS_100,
      ...(domain && {
        domainNames: [domain.name],
        certificate: domain.certificate,
        minimumProtocolVersion: cloudfront.SecurityPolicyProtocol.TLS_V1_2_2021,
      }),
      ...(settings.firewall && { webAclId: createFirewall(this, "Firewall").attrArn }),
      defaultBehavior: { ...pageBehavior, responseHeadersPolicy: pageHeaders },
      additionalBehaviors: {
        ...createApiBehaviors(this, {
          api,
          originSecret,
          originSecretVersion: settings.originSecretVersion,
          hasPodcast: settings.podcast !== undefined,
          siteFilesOrigin: bucketOrigin,
          responseHeadersPolicy: pageHeaders,
        }),
        // No edge function runs here: most requests are for these files, and AWS charges for each run.
        "/assets/*": { ...fileBehavior, responseHeadersPolicy: pageHeaders },
        // The pattern includes /door-worker.js, because a worker's own policy limits what the worker may load.
        [`${DOOR_PATH}*`]: {
          ...pageBehavior,
          responseHeadersPolicy: createPageHeaders(this, "DoorHeaders", {
            settings,
            connectOrigins: [identityOrigin],
            isDoor: true,
          }),
        },
        "/media/products/*": {
          ...redirectToHttps,
          origin: media.createOrigin(),
          responseHeadersPolicy: createMediaHeaders(this, "MediaHeaders", settings),
          functionAssociations: [associateEdgeFunction(this, "MediaKey", rewriteMediaPathCode)],
        },
      },
      // By default CloudFront caches an error response for at least ten seconds, and sends it to other visitors. It does so even if
      // a response of status 500, 502, 503 or 504 says `no-store`.
      errorResponses: [404, 500, 502, 503, 504].map((httpStatus) => ({
        httpStatus,
        ttl: Duration.seconds(0),
      })),
    });
    suppressFindings(bucket, {
      "AwsSolutions-S1": "Only CloudFront reads the bucket, and the bucket's content is public.",
    });
    suppressFindings(this.distribution, {
      "AwsSolutions-CFR1":
        "The site is for visitors from all countries; the checkout limits the countries of delivery.",
      "AwsSolutions-CFR3":
        "Logs of page views are personal data that the shop does not need; the API has its own access log.",
      "@aws-cdk/aws-cloudfront-origins:listBucketSecurityRisk":
        "The edge function rewrites every page to a file, and no query string reaches the bucket.",
      ...(!settings.firewall && {
        "AwsSolutions-CFR2": "This stage is for trials; public stages turn `firewall` on.",
      }),
      ...(!domain && {
        "AwsSolutions-CFR4":
          "Without a domain CloudFront uses its own certificate and policy; public stages have a domain.",
      }),
    });
    media.allowReads(this.distribution);
    domain?.pointTo(this.distribution);
    const host = domain?.name ?? this.distribution.distributionDomainName;
    this.origin = settings.siteOrigin ?? `https://${host}`;

    const shipsAbroad = Object.keys(settings.shipping?.countries ?? {}).some((code) => code !== SHOP_COUNTRY);
    const deployment = new SiteDeployment(this, "Site", {
      bucket: asBucket(bucket),
      folder: siteFolder,
      origin: this.origin,
      config: {
        stage: stageOf(Stack.of(this).stackName),
        region,
        userPoolId: signIn.pool.userPoolId,
        userPoolClientId: signIn.client.userPoolClientId,
        requiresSecondFactor: settings.requireSecondFactor,
        hasTickets: settings.tickets ?? false,
        hasPodcast: settings.podcast !== undefined,
        hasDiscounts: settings.discounts ?? false,
        ...(settings.tax === "stripe" && { hasTax: true }),
        ...(settings.shipping && { shipping: settings.shipping }),
        ...(identityEndpoint && { userPoolEndpoint: identityEndpoint }),
      },
      checkoutAttributes: [
        ...(settings.discounts ? ["data-discounts"] : []),
        ...(shipsAbroad ? ["data-countries"] : []),
      ],
    });
    this.assets = deployment.assets;
    this.pages = deployment.pages;
  }
}

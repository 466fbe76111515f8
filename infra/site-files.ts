import { existsSync, readdirSync, readFileSync } from "node:fs";
import { extname, join, posix, relative, sep } from "node:path";
import { CfnElement, RemovalPolicy, Stack } from "aws-cdk-lib";
import { Role, ServicePrincipal } from "aws-cdk-lib/aws-iam";
import type { IBucket } from "aws-cdk-lib/aws-s3";
import { BucketDeployment, CacheControl, Source } from "aws-cdk-lib/aws-s3-deployment";
import { LogGroup } from "aws-cdk-lib/aws-logs";
import { Construct, type IDependable } from "constructs";
import { ORIGIN_TOKEN } from "../shared/page-head.ts";
import { accountInFindings, suppressFindings } from "./suppress-findings.ts";

/** Extensions of the files that may contain ORIGIN_TOKEN. */
const textExtensions = new Set([".html", ".xml", ".txt", ".webmanifest"]);
/** The service workers of /door and /ticket. They must not be cached, or devices would keep an old version. */
const SERVICE_WORKERS = ["door-worker.js", "ticket-worker.js"];
/** Folder of the files with a content hash in their name. */
const HASHED_FOLDER = "assets";

/** Output of the build that is not part of the site. */
const NOT_DEPLOYED = [".vite"];

/**
 * The path of every file of the built site, relative to `folder`, such as `store/index.html`. Throws if the site is not
 * built.
 */
export function listSiteFiles(folder: string): string[] {
  if (!existsSync(join(folder, "index.html")))
    throw new Error(`There is no built site in ${folder}. Build it first: npm run build`);
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).split(sep).join("/"))
    .sort();
}

/** The URL paths of the site's HTML files: `/store`, and '' for index.html, an empty page that the router fills. */
export const pagesOf = (files: string[]): string[] =>
  files
    .filter((file) => file === "index.html" || file.endsWith("/index.html"))
    .map((file) => (file === "index.html" ? "" : `/${posix.dirname(file)}`));

/** The extensions of the files that are not pages: `.js`, `.woff2`. */
export const extensionsOf = (files: string[]): string[] =>
  [...new Set(files.map((file) => extname(file)))].filter(
    (extension) => extension !== "" && extension !== ".html",
  );

type SiteProps = {
  bucket: IBucket;
  /** Folder of the built site. */
  folder: string;
  origin: string;
  /** Settings of the stage, which the pages read from /config.json. */
  config: Record<string, string | boolean | object>;
  /** Attributes of the element `html` on the checkout's page. */
  checkoutAttributes: readonly string[];
};

/**
 * Copies the built site into its bucket. Old files stay in the bucket, so that a page opened before a deployment still
 * finds its scripts. Pages are copied last, after the files to which they refer.
 */
export class SiteDeployment extends Construct {
  /** The deployment of the files with a hash in their name. */
  readonly assets: IDependable;
  /** The deployment of the files that must not be cached, such as pages, service workers and /config.json. */
  readonly pages: Construct;

  constructor(
    scope: Construct,
    id: string,
    { bucket, folder, origin, config, checkoutAttributes }: SiteProps,
  ) {
    super(scope, id);
    const textFiles = listSiteFiles(folder).filter(
      (file) =>
        SERVICE_WORKERS.includes(file) ||
        (textExtensions.has(extname(file)) && !file.startsWith(`${HASHED_FOLDER}/`)),
    );
    const textSources = textFiles.map((file) => {
      const text = readFileSync(join(folder, file), "utf8").replaceAll(ORIGIN_TOKEN, origin);
      // With these attributes the checkout reserves space for fields whose code it loads after the page.
      const isCheckout = file === "checkout/index.html";
      return Source.data(
        file,
        isCheckout ? text.replace("<html", ["<html", ...checkoutAttributes].join(" ")) : text,
      );
    });
    const logGroup = new LogGroup(this, "Log", { retention: 14, removalPolicy: RemovalPolicy.DESTROY });
    const role = new Role(this, "Role", { assumedBy: new ServicePrincipal("lambda.amazonaws.com") });
    logGroup.grantWrite(role);
    const deploymentProps = { destinationBucket: bucket, prune: false, memoryLimit: 512, logGroup, role };

    const hashedDeployment = new BucketDeployment(this, "Hashed", {
      ...deploymentProps,
      sources: [Source.asset(join(folder, HASHED_FOLDER))],
      destinationKeyPrefix: HASHED_FOLDER,
      cacheControl: [CacheControl.fromString("public, max-age=31536000, immutable")],
    });
    const otherDeployment = new BucketDeployment(this, "Others", {
      ...deploymentProps,
      sources: [Source.asset(folder, { exclude: [HASHED_FOLDER, ...NOT_DEPLOYED, ...textFiles] })],
      cacheControl: [CacheControl.fromString("public, max-age=3600")],
    });
    const pageDeployment = new BucketDeployment(this, "Pages", {
      ...deploymentProps,
      sources: [...textSources, Source.jsonData("config.json", config)],
      cacheControl: [CacheControl.fromString("no-cache")],
    });
    this.assets = hashedDeployment;
    this.pages = pageDeployment;
    pageDeployment.node.addDependency(hashedDeployment, otherDeployment);
    this.suppressHelperFindings(role, bucket);
  }

  /** The CDK's own helper function copies the files; the stack cannot set its runtime and permissions. */
  private suppressHelperFindings(role: Role, bucket: IBucket): void {
    const stack = Stack.of(this);
    const helper = stack.node.children.find(({ node }) => node.id.startsWith("Custom::CDKBucketDeployment"));
    if (helper)
      suppressFindings(helper, { "AwsSolutions-L1": "The CDK chooses the runtime of its own helper." });
    const siteBucket = bucket.node.defaultChild;
    if (!CfnElement.isCfnElement(siteBucket)) throw new Error("The site's bucket must be one of this stack.");
    const wildcardPermissions = [
      ...["GetObject*", "GetBucket*", "List*", "DeleteObject*", "Abort*"].map(
        (action) => `Action::s3:${action}`,
      ),
      `Resource::<${stack.getLogicalId(siteBucket)}.Arn>/*`,
      `Resource::arn:aws:s3:::cdk-hnb659fds-assets-${accountInFindings(this)}-${stack.region}/*`,
    ];
    const reason =
      "The helper copies the site from the CDK's asset bucket to the site's bucket, whose content is public.";
    suppressFindings(
      role,
      Object.fromEntries(wildcardPermissions.map((finding) => [`AwsSolutions-IAM5[${finding}]`, reason])),
    );
  }
}

import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, extname, join } from "node:path";
import { CfnElement, RemovalPolicy, Stack } from "aws-cdk-lib";
import { Role, ServicePrincipal } from "aws-cdk-lib/aws-iam";
import type { IBucket } from "aws-cdk-lib/aws-s3";
import { BucketDeployment, CacheControl, Source } from "aws-cdk-lib/aws-s3-deployment";
import { LogGroup } from "aws-cdk-lib/aws-logs";
import { Construct } from "constructs";
import { acknowledge } from "./acknowledge.ts";

/** Stands for the shop's origin in the built files: one build serves every stage. */
const ORIGIN_TOKEN = "__ORIGIN__";
/** Kinds of file that may name it. */
const texts = new Set([".html", ".xml", ".txt", ".webmanifest"]);
/** Files here have a hash of their content in their name. */
const HASHED = "assets";

/** What the build writes down for itself. */
const buildNotes = [".vite"];

/** The built site: every file's path, forward slashes, none at the start. */
export function siteFiles(folder: string): string[] {
  if (!existsSync(join(folder, "index.html")))
    throw new Error(`There is no built site in ${folder}. Build it first: npm run build`);
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
    .sort();
}

/** The paths of the pages that were rendered in the build: the empty one and, say, `/store`. */
export const pagesOf = (files: string[]): string[] =>
  files
    .filter((file) => file === "index.html" || file.endsWith("/index.html"))
    .map((file) => (dirname(file) === "." ? "" : `/${dirname(file)}`));

/** The kinds of the files that are no pages: `.js`, `.woff2`. */
export const kindsOf = (files: string[]): string[] =>
  [...new Set(files.map((file) => extname(file)))].filter((kind) => kind !== "" && kind !== ".html");

type SiteProps = {
  bucket: IBucket;
  /** Where `npm run build` put the site. */
  folder: string;
  origin: string;
  /** What the browser cannot know from the build; becomes /config.json. */
  config: Record<string, string>;
};

/**
 * Puts the built site into its bucket. Nothing is deleted: a page opened before a deployment still finds its scripts,
 * and a roll-back needs no upload. Pages come last, when all they refer to is there.
 */
export class SiteDeployment extends Construct {
  constructor(scope: Construct, id: string, { bucket, folder, origin, config }: SiteProps) {
    super(scope, id);
    const named = siteFiles(folder).filter(
      (file) => texts.has(extname(file)) && !file.startsWith(`${HASHED}/`),
    );
    const pages = named.map((file) =>
      Source.data(file, readFileSync(join(folder, file), "utf8").replaceAll(ORIGIN_TOKEN, origin)),
    );
    const logGroup = new LogGroup(this, "Log", { retention: 14, removalPolicy: RemovalPolicy.DESTROY });
    const role = new Role(this, "Role", { assumedBy: new ServicePrincipal("lambda.amazonaws.com") });
    logGroup.grantWrite(role);
    const common = { destinationBucket: bucket, prune: false, memoryLimit: 512, logGroup, role };

    const hashed = new BucketDeployment(this, "Hashed", {
      ...common,
      sources: [Source.asset(join(folder, HASHED))],
      destinationKeyPrefix: HASHED,
      cacheControl: [CacheControl.fromString("public, max-age=31536000, immutable")],
    });
    const others = new BucketDeployment(this, "Others", {
      ...common,
      sources: [Source.asset(folder, { exclude: [HASHED, ...buildNotes, ...named] })],
      cacheControl: [CacheControl.fromString("public, max-age=3600")],
    });
    const last = new BucketDeployment(this, "Pages", {
      ...common,
      sources: [...pages, Source.jsonData("config.json", config)],
      cacheControl: [CacheControl.fromString("no-cache")],
    });
    last.node.addDependency(hashed, others);
    this.acknowledgeHelper(role, bucket);
  }

  /** The CDK's own function that copies files at deployment: its runtime and its permissions are the CDK's. */
  private acknowledgeHelper(role: Role, bucket: IBucket): void {
    const stack = Stack.of(this);
    const helper = stack.node.children.find(({ node }) => node.id.startsWith("Custom::CDKBucketDeployment"));
    if (helper) acknowledge(helper, { "AwsSolutions-L1": "The CDK chooses the runtime of its own helper." });
    const site = bucket.node.defaultChild;
    if (!CfnElement.isCfnElement(site)) throw new Error("The site's bucket must be one of this stack.");
    const granted = [
      ...["GetObject*", "GetBucket*", "List*", "DeleteObject*", "Abort*"].map(
        (action) => `Action::s3:${action}`,
      ),
      `Resource::<${stack.getLogicalId(site)}.Arn>/*`,
      `Resource::arn:aws:s3:::cdk-hnb659fds-assets-<AWS::AccountId>-${stack.region}/*`,
    ];
    const reason = "Copies the site from the deployment's bucket, which holds all assets, to the site's own.";
    acknowledge(
      role,
      Object.fromEntries(granted.map((finding) => [`AwsSolutions-IAM5[${finding}]`, reason])),
    );
  }
}

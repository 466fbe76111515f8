import { readdirSync, readFileSync } from "node:fs";
import { join, relative, sep } from "node:path";
import * as z from "zod/mini";
import type { Assembly } from "../template/assembly.ts";
import { unsupported } from "../template/resource-types.ts";
import type { Stack } from "../template/stack.ts";
import { contentTypeOf } from "./content-type.ts";
import type { ObjectStore } from "./object-store.ts";

/** Texts by marker. A marker is a placeholder of the CDK for a value that only the deployment knows. */
const Markers = z.record(z.string(), z.string());
const DeploymentProperties = z.object({
  SourceObjectKeys: z.array(z.string()),
  SourceMarkers: z._default(z.array(Markers), []),
  SourceMarkersConfig: z._default(
    z.array(
      z.object({
        jsonEscape: z.optional(z.union([z.boolean(), z.string()])),
        markerEncodings: z.optional(Markers),
      }),
    ),
    [],
  ),
  DestinationBucketName: z.string(),
  DestinationBucketKeyPrefix: z._default(z.string(), ""),
  SystemMetadata: z._default(z.record(z.string(), z.string()), {}),
  Include: unsupported("A deployment's Include"),
  Exclude: unsupported("A deployment's Exclude"),
});

/** How a value replaces its marker. UNQUOTED_JSON_VALUE: the marker is inside a JSON string, so no quotes are added. */
const encoders: Record<string, (value: string) => string> = {
  LITERAL: (value) => value,
  UNQUOTED_JSON_VALUE: (value) => JSON.stringify(value).slice(1, -1),
  JSON_VALUE: (value) => JSON.stringify(value),
};

/** Content types of files that may contain the placeholder of the shop's URL. */
const TEXT_TYPES = /^text\/(html|plain|xml)|json$/;

type Options = { stack: Stack; store: ObjectStore; assembly: Pick<Assembly, "assetFolder" | "insertOrigin"> };

/** Run the stack's bucket deployments: copy files to the buckets and replace markers. */
export async function deployFiles({ stack, store, assembly }: Options): Promise<void> {
  for (const { properties } of stack.resources("Custom::CDKBucketDeployment", DeploymentProperties)) {
    const cacheControl = properties.SystemMetadata["cache-control"];
    for (const [index, objectKey] of properties.SourceObjectKeys.entries()) {
      const folder = assembly.assetFolder(objectKey);
      const markers = Object.entries(properties.SourceMarkers[index] ?? {});
      const config = properties.SourceMarkersConfig[index] ?? {};
      const defaultEncoding = String(config.jsonEscape) === "true" ? "UNQUOTED_JSON_VALUE" : "LITERAL";
      const replaceMarkers = (text: string): string =>
        markers.reduce((content, [marker, value]) => {
          const name = config.markerEncodings?.[marker] ?? defaultEncoding;
          const encode = encoders[name];
          if (!encode) throw new Error(`The local stack does not know the marker encoding ${name}.`);
          return content.replaceAll(marker, () => encode(value));
        }, assembly.insertOrigin(text));
      for (const file of filesOf(folder)) {
        const key = [properties.DestinationBucketKeyPrefix, file].filter(Boolean).join("/");
        const source = readFileSync(join(folder, file));
        const contentType = contentTypeOf(file);
        const mayNeedReplacement = markers.length > 0 || TEXT_TYPES.test(contentType);
        const body = mayNeedReplacement ? Buffer.from(replaceMarkers(source.toString())) : source;
        await store.write(properties.DestinationBucketName, key, {
          body,
          contentType,
          ...(cacheControl && { cacheControl }),
        });
      }
    }
  }
}

const filesOf = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).split(sep).join("/"));

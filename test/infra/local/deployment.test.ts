import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { deployFiles } from "../../../infra/local/website/deployment.ts";
import type { NewObject } from "../../../infra/local/website/object-store.ts";
import { temporaryFolder } from "./serve.ts";
import { stackOf } from "./stack-support.ts";

const deploymentOf = (properties: object) =>
  stackOf({ Site: ["Custom::CDKBucketDeployment", { DestinationBucketName: "site", ...properties }] });

async function deploy(files: Record<string, string>, properties: object) {
  const folder = temporaryFolder();
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    writeFileSync(join(folder, file), text);
  }
  const writtenObjects: Record<string, NewObject> = {};
  await deployFiles({
    stack: deploymentOf(properties),
    assembly: {
      assetFolder: (key) => join(folder, key),
      insertOrigin: (text) => text.replaceAll("ORIGIN", "http://localhost:8080"),
    },
    store: {
      read: () => Promise.resolve(undefined),
      write: (bucket, key, object) => {
        writtenObjects[`${bucket}/${key}`] = object;
        return Promise.resolve();
      },
    },
  });
  return writtenObjects;
}

test("the deployment writes files under its prefix, with content type and cache header", async () => {
  const writtenObjects = await deploy(
    { "a/app.js": "1", "a/deep/font.woff2": "2" },
    {
      SourceObjectKeys: ["a"],
      DestinationBucketKeyPrefix: "assets",
      SystemMetadata: { "cache-control": "immutable" },
    },
  );
  expect(writtenObjects).toEqual({
    "site/assets/app.js": {
      body: Buffer.from("1"),
      contentType: "text/javascript; charset=utf-8",
      cacheControl: "immutable",
    },
    "site/assets/deep/font.woff2": {
      body: Buffer.from("2"),
      contentType: "font/woff2",
      cacheControl: "immutable",
    },
  });
});

test("the deployment replaces markers by values from the template, in the encoding that the markers require", async () => {
  const writtenObjects = await deploy(
    { "a/config.json": '{"region":"<<1>>","more":<<2>>}', "b/page.html": "<<1>> <<1>>" },
    {
      SourceObjectKeys: ["a", "b"],
      SourceMarkers: [{ "<<1>>": { Ref: "AWS::Region" }, "<<2>>": 'a "b"' }, { "<<1>>": 'say "$&"' }],
      SourceMarkersConfig: [{ jsonEscape: true, markerEncodings: { "<<2>>": "JSON_VALUE" } }],
    },
  );
  expect(String(writtenObjects["site/config.json"]?.body)).toBe('{"region":"us-east-1","more":"a \\"b\\""}');
  expect(String(writtenObjects["site/page.html"]?.body)).toBe('say "$&" say "$&"');
});

test("the deployment replaces the placeholder by the shop's URL in a plain text and in XML, but not in a script", async () => {
  const files = {
    "a/robots.txt": "Sitemap: ORIGIN/sitemap.xml",
    "a/feed.xml": "<a>ORIGIN</a>",
    "a/app.js": "ORIGIN",
  };
  const writtenObjects = await deploy(files, { SourceObjectKeys: ["a"] });
  expect(String(writtenObjects["site/robots.txt"]?.body)).toBe("Sitemap: http://localhost:8080/sitemap.xml");
  expect(String(writtenObjects["site/feed.xml"]?.body)).toBe("<a>http://localhost:8080</a>");
  expect(String(writtenObjects["site/app.js"]?.body)).toBe("ORIGIN");
});

test("an unsupported property or encoding makes the deployment fail, and the error names it", async () => {
  await expect(deploy({ "a/x": "" }, { SourceObjectKeys: ["a"], Exclude: ["*"] })).rejects.toThrow("Exclude");
  const config = {
    SourceMarkers: [{ m: "v" }],
    SourceMarkersConfig: [{ markerEncodings: { m: "YAML_STRING" } }],
  };
  await expect(deploy({ "a/x": "m" }, { SourceObjectKeys: ["a"], ...config })).rejects.toThrow("YAML_STRING");
});

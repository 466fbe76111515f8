import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { localFeatures } from "../../infra/example-stages.ts";
import { api } from "../../shared/api.ts";

const root = join(import.meta.dirname, "../..");
/** The Markdown files of a folder, with those of its folders if `recursive`. */
const markdownFilesIn = (folder: string, recursive: boolean): string[] =>
  readdirSync(join(root, folder), { recursive, encoding: "utf8" })
    .filter((name) => name.endsWith(".md"))
    .map((name) => join(folder, name));
const documents = [
  ...markdownFilesIn(".", false),
  ...[".github", "infra", "lambdas", "shared", "web", "test"].flatMap((folder) =>
    markdownFilesIn(folder, true),
  ),
];
const textOf = (document: string) => readFileSync(join(root, document), "utf8");

/** The anchors that GitHub gives to a document's headings. */
const anchorsOf = (document: string) =>
  [...textOf(document).matchAll(/^#+ (.+)$/gm)].map(([, heading = ""]) =>
    heading
      .toLowerCase()
      .replace(/[^\w\s-]/g, "")
      .replaceAll(" ", "-"),
  );

test.each(documents)("the links of %s lead to files and headings that exist", (document) => {
  const links = [...textOf(document).matchAll(/\]\((?!https?:|mailto:)([^)#\s]*)(?:#([^)\s]*))?\)/g)].filter(
    ([, path]) => !path?.startsWith("/"),
  );
  for (const [, path = "", anchor] of links) {
    const target = path === "" ? document : join(dirname(document), path);
    expect(existsSync(join(root, target)), `${document}: ${path}`).toBe(true);
    if (anchor !== undefined) expect(anchorsOf(target), `${document}: ${path}#${anchor}`).toContain(anchor);
  }
});

test("the section 'Entries' of infra/SECURITY.md names each path of the API", () => {
  const [, entries = ""] = /## Entries([\s\S]*?)\n## /.exec(textOf("infra/SECURITY.md")) ?? [];
  // '…' and '*' stand for the rest of a path.
  const namedPaths = [...entries.matchAll(/(\/[\w/.-]*)(…|\*)?/g)];
  const isNamed = (path: string): boolean =>
    namedPaths.some(([, start = "", rest]) => (rest ? path.startsWith(start) : path === start));
  const paths = Object.values(api).map(({ path }) =>
    path.replace(/\{.*/, "").replace(/(home\/)?index\.html$/, ""),
  );
  expect(paths.filter((path) => !isNamed(path))).toEqual([]);
});

test("the table of features in infra/DEPLOY.md names each feature of a stage", () => {
  const [, table = ""] =
    /## Features of a stage\n\n([^|][^\n]*\n\n(?:\|[^\n]*\n)*)/.exec(textOf("infra/DEPLOY.md")) ?? [];
  const optionalSettings = ["tickets", "webhooks", "backInStock", "podcast", "discounts", "customersCancel"];
  const features = Object.values(localFeatures).flatMap((settings) => Object.keys(settings));
  for (const name of [...optionalSettings, ...features]) expect(table).toContain(`\`${name}`);
});

test("pages, mails and the back office write 'pick-up' or 'pick up', never 'pickup'", () => {
  const filesWithPickup = ["shared", "web/src", "lambdas"].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: "utf8" })
      .filter((name) => /\.tsx?$/.test(name))
      // `pickup-…` is allowed as the id of a question on the contact page, because links contain it.
      .filter((name) => /\b[Pp]ickup\b(?!-)/.test(readFileSync(join(root, folder, name), "utf8")))
      .map((name) => join(folder, name)),
  );
  expect(filesWithPickup).toEqual([]);
});

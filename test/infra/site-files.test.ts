import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import * as z from "zod/mini";
import { listSiteFiles } from "../../infra/site-files.ts";
import { brand } from "../../shared/site/brand.ts";
import { installedApps } from "../../shared/site/installed-apps.ts";
import { DOOR_PATH } from "../../shared/tickets/door-path.ts";
import { assemblyFolder, resources, stageTemplate } from "./stage-templates.ts";

/** The path and text of every file in a folder. */
const filesIn = (folder: string): [string, string][] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .map((path) => [path.slice(folder.length + 1), readFileSync(path, "utf8")]);

/** Returns a function that lists the files that a stage copies into its bucket with a given `cache-control` header. */
async function deployedFiles(stage: "custom" | "everything") {
  const template = await stageTemplate(stage);
  const folder = await assemblyFolder(stage);
  const deployments = resources(
    template,
    "Custom::CDKBucketDeployment",
    z.object({
      SourceObjectKeys: z.array(z.string()),
      SystemMetadata: z.object({ "cache-control": z.string() }),
      Prune: z.literal(false),
    }),
  ).map(({ properties }) => properties);
  return (cacheControl: string) =>
    deployments
      .filter(({ SystemMetadata }) => SystemMetadata["cache-control"] === cacheControl)
      .flatMap(({ SourceObjectKeys }) => SourceObjectKeys)
      .flatMap((key) => filesIn(join(folder, `asset.${key.replace(".zip", "")}`)));
}

describe("the site's files", async () => {
  const filesWith = await deployedFiles("custom");

  it("with a hash in their name are cached for a year", () => {
    expect(filesWith("public, max-age=31536000, immutable")).toEqual([["main-0a1b2c.js", ""]]);
  });

  it("without a hash in their name and without the shop's URL are cached for an hour", () => {
    expect(filesWith("public, max-age=3600")).toEqual([["logo.svg", "<svg/>"]]);
  });

  it("with the placeholder for the shop's URL get the stage's URL, and browsers revalidate them at each request", () => {
    const files = Object.fromEntries(filesWith("no-cache"));
    expect(files).toMatchObject({
      "index.html": '<link rel="canonical" href="https://shop.example.org/">',
      "store/index.html": '<link rel="canonical" href="https://shop.example.org/store">',
      "robots.txt": "Sitemap: https://shop.example.org/sitemap.xml",
    });
    expect(files["config.json"]).toContain('"requiresSecondFactor":true');
    expect(files["config.json"]).toContain('"hasTickets":false');
  });

  it("say in the HTML of the checkout page whether the page has fields for discount codes and countries", async () => {
    const isCheckoutPage = ([path]: [string, string]) => path === "checkout/index.html";
    const fullStage = await deployedFiles("everything");
    expect(fullStage("no-cache").find(isCheckoutPage)?.[1]).toBe(
      '<html data-discounts data-countries lang="en">',
    );
    expect(filesWith("no-cache").find(isCheckoutPage)?.[1]).toBe('<html lang="en">');
  });
});

describe("the built site", () => {
  const folder = join(import.meta.dirname, "../../.build/web");

  it("imports its parts by importPart, and not by Vite's function", () => {
    const scripts = listSiteFiles(folder).filter((file) => /^assets\/.*\.js$/.test(file));
    const codes = scripts.map((file) => readFileSync(join(folder, file), "utf8"));
    // This text is in an error message of `importPart`.
    expect(codes.some((code) => code.includes(" has the status "))).toBe(true);
    expect(codes.filter((code) => code.includes("vite:preloadError"))).toEqual([]);
  });

  it("has neither source maps nor tests nor a part of the local stack", () => {
    // The deployment leaves `.vite/` out.
    const files = listSiteFiles(folder).filter((file) => !file.startsWith(".vite/"));
    expect(files.length).toBeGreaterThan(20);
    expect(files.filter((file) => /(^|\/)\./.test(file))).toEqual([]);
    expect(files.filter((file) => /\.(map|ts|tsx)$|\.test\.|(^|\/)(test|infra)\//.test(file))).toEqual([]);
    const texts = files.filter((file) => /\.(js|css|html|json|txt|xml|webmanifest)$/.test(file));
    const revealing = texts.filter((file) =>
      /sourceMappingURL=|infra\/local|vitest|\/_local\//.test(readFileSync(join(folder, file), "utf8")),
    );
    expect(revealing).toEqual([]);
  });

  it.each([
    ["manifest.webmanifest", "/", installedApps.site.name],
    ["door.webmanifest", DOOR_PATH, installedApps.door.name],
  ])("has %s with its path, the podcast's name and color, and icons that exist", (file, path, name) => {
    const manifest = JSON.parse(readFileSync(join(folder, file), "utf8")) as { icons: { src: string }[] };
    expect(manifest).toMatchObject({ name, id: path, start_url: path, scope: path });
    expect(manifest).toMatchObject({ theme_color: brand.themeColor, lang: brand.locale });
    expect(manifest.icons.length).toBeGreaterThan(2);
    for (const { src } of manifest.icons) expect(existsSync(join(folder, src)), src).toBe(true);
  });

  it.each(["index.html", "door/index.html"])("has the podcast's color in %s", (file) => {
    expect(readFileSync(join(folder, file), "utf8")).toContain(
      `<meta name="theme-color" content="${brand.themeColor}"`,
    );
  });
});

/** Third step of the site's build: writes the manifests with which phones install the site and the door as apps. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { brand } from "../shared/site/brand.ts";
import { installedApps } from "../shared/site/installed-apps.ts";
import { DOOR_PATH } from "../shared/tickets/door-path.ts";

const siteFolder = join(import.meta.dirname, "../.build/web");

/** https://www.w3.org/TR/appmanifest/ */
function writeManifest(
  file: string,
  path: string,
  { name, shortName, description }: (typeof installedApps)[keyof typeof installedApps],
  categories?: readonly string[],
): void {
  const manifest = {
    name,
    short_name: shortName,
    description,
    id: path,
    start_url: path,
    scope: path,
    display: "standalone",
    background_color: brand.themeColor,
    theme_color: brand.themeColor,
    lang: brand.locale,
    categories,
    icons: [
      { src: "/favicon.svg", sizes: "any", type: "image/svg+xml" },
      { src: "/icon-192.png", sizes: "192x192", type: "image/png" },
      { src: "/icon-512.png", sizes: "512x512", type: "image/png" },
      { src: "/icon-maskable-512.png", sizes: "512x512", type: "image/png", purpose: "maskable" },
    ],
  };
  writeFileSync(join(siteFolder, file), JSON.stringify(manifest, null, 2));
}

writeManifest("manifest.webmanifest", "/", installedApps.site, ["shopping", "podcasts"]);
writeManifest(`${DOOR_PATH}.webmanifest`, DOOR_PATH, installedApps.door);

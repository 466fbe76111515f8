/** `npm run build`: all steps of the site's build in one process, because each process would load Vite again. */
import { utimesSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { build } from "vite";

const startedAt = new Date();
await build({ configFile: fileURLToPath(new URL("vite.config.ts", import.meta.url)), logLevel: "warn" });
// In this sequence, because some steps read files of earlier steps.
await import("./prerender.ts");
await import("./app-manifests.ts");
await import("./door/build.ts");
await import("./ticket/build.ts");
await import("./documents.ts");

// The last file gets the time of the start: a source that was changed during the build is newer, so the site is built again.
utimesSync(fileURLToPath(new URL("../.build/web/asyncapi.json", import.meta.url)), startedAt, startedAt);

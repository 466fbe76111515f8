/** `npm run build`: all steps of the site's build in one process, because each process would load Vite again. */
import { fileURLToPath } from "node:url";
import { build } from "vite";

await build({ configFile: fileURLToPath(new URL("vite.config.ts", import.meta.url)), logLevel: "warn" });
// Each step reads files of the steps before it.
await import("./prerender.ts");
await import("./door/build.ts");
await import("./ticket/build.ts");
await import("./documents.ts");

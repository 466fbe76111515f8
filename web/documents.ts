/** Last step of the site's build: openapi.json and asyncapi.json, from the schemas in shared/. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { asyncApi } from "../shared/asyncapi.ts";
import { openApi } from "../shared/openapi.ts";

const siteFolder = join(import.meta.dirname, "../.build/web");

for (const [name, document] of Object.entries({ openapi: openApi(), asyncapi: asyncApi() })) {
  writeFileSync(join(siteFolder, `${name}.json`), JSON.stringify(document, null, 2));
}

// Last step of the build: the site's openapi.json and asyncapi.json, made from the schemas in shared/.
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { asyncApi } from "../shared/asyncapi.ts";
import { openApi } from "../shared/openapi.ts";

const site = join(import.meta.dirname, "../.build/web");

mkdirSync(site, { recursive: true });
for (const [name, document] of Object.entries({ openapi: openApi(), asyncapi: asyncApi() })) {
  writeFileSync(join(site, `${name}.json`), JSON.stringify(document, null, 2));
}

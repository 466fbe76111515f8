import { expect, test } from "vitest";
import * as z from "zod/mini";
import { api } from "../../shared/api.ts";
import type { Endpoint } from "../../shared/endpoint.ts";
import { openApi } from "../../shared/openapi.ts";

const Document = z.object({
  paths: z.record(
    z.string(),
    z.record(z.string(), z.object({ requestBody: z.optional(z.object({ required: z.boolean() })) })),
  ),
});

test("the API's document requires a body exactly where an endpoint refuses a request without one", () => {
  const { paths } = z.parse(Document, openApi());
  for (const { path, method, body } of Object.values<Endpoint>(api))
    expect(paths[path]?.[method.toLowerCase()]?.requestBody, `${method} ${path}`).toEqual(
      body && { required: !z.safeParse(body, undefined).success },
    );
});

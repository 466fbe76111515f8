import { beforeAll, describe, expect, test } from "vitest";
import { api } from "../../shared/api.ts";
import { ADMIN_CLAIMS, call, type HttpHandler } from "../support/invoke.ts";
import type { Shop } from "../support/shop.ts";
import { openShop } from "../support/shop.ts";

let shop: Shop;
/** The handlers by the name of their function. */
const handlers = new Map<string, HttpHandler>();
/** Every route that needs a signed-in user. */
const endpoints = Object.entries(api).filter(([, { access }]) => access === "admin" || access === "door");
/** The path parameters of all routes. */
const params = { id: "prd_1", uploadId: "upl_1", email: "eve@example.com" };

beforeAll(async () => {
  shop = await openShop();
  for (const name of new Set(endpoints.map(([, { handledBy }]) => handledBy))) {
    const { handler } = (await import(`../../lambdas/${name}.ts`)) as { handler: HttpHandler };
    handlers.set(name, handler);
  }
});

describe.each(endpoints)("%s", (_, endpoint) => {
  const callWithClaims = (claims: Record<string, unknown> | null) => {
    const handler = handlers.get(endpoint.handledBy);
    if (!handler) throw new Error(`There is no function ${endpoint.handledBy}`);
    return call(handler, endpoint, { params, body: {}, claims });
  };
  const isDoorRoute = endpoint.access === "door";

  test.each([
    ["a request without claims", null],
    ["an id token", { ...ADMIN_CLAIMS, token_use: "id", "cognito:username": "ada" }],
    ["claims without token_use", { ...ADMIN_CLAIMS, token_use: undefined }],
    ["claims without a name", { ...ADMIN_CLAIMS, username: undefined }],
  ])("answers 401 to %s", async (__, claims) => {
    const response = await callWithClaims(claims);
    expect([response.status, response.error.code]).toEqual([401, "unauthenticated"]);
    expect(response.headers["cache-control"]).toBe("no-store");
  });

  test.each([["[]"], ["[staff]"], ["[not-admin administrators]"], [undefined], [[]], [["Admin"]]])(
    "answers 403 to a user in the groups %j",
    async (groups) => {
      const response = await callWithClaims({ ...ADMIN_CLAIMS, "cognito:groups": groups });
      expect([response.status, response.error.code]).toEqual([403, "permission-denied"]);
    },
  );

  test.each([["[door]"], ["[staff door]"], [["door"]]])(
    `${isDoorRoute ? "accepts" : "answers 403 to"} a user in the groups %j`,
    async (groups) => {
      const { status } = await callWithClaims({ ...ADMIN_CLAIMS, "cognito:groups": groups });
      if (isDoorRoute) expect([401, 403]).not.toContain(status);
      else expect(status).toBe(403);
    },
  );

  test.each([["[admin]"], ["[staff admin]"], [["admin"]]])(
    "accepts a user in the groups %j",
    async (groups) => {
      expect([401, 403]).not.toContain(
        (await callWithClaims({ ...ADMIN_CLAIMS, "cognito:groups": groups })).status,
      );
    },
  );
});

test("the requests of the tests above store neither a product nor an order", async () => {
  expect((await shop.table.items()).filter(({ sk }) => sk === "PRODUCT" || sk === "ORDER")).toEqual([]);
});

import { beforeAll, describe, expect, test } from "vitest";
import { adminApi } from "../../shared/api-admin.ts";
import { ADMIN, call } from "../support/invoke.ts";
import type { BackOffice } from "../support/back-office.ts";
import { openBackOffice } from "../support/back-office.ts";
import type { Shop } from "../support/shop.ts";
import { openShop } from "../support/shop.ts";

let shop: Shop;
let office: BackOffice;
const endpoints = Object.entries(adminApi);
const params = { id: "prd_1", uploadId: "upl_1" };

beforeAll(async () => {
  shop = await openShop();
  office = await openBackOffice(shop);
});

describe.each(endpoints)("%s", (_, endpoint) => {
  const callWithClaims = (claims: Record<string, unknown> | null) =>
    call(office.handler, endpoint, { params, body: {}, claims });

  test.each([
    ["a request without claims", null],
    ["an id token", { ...ADMIN, token_use: "id", "cognito:username": "ada" }],
    ["claims without token_use", { ...ADMIN, token_use: undefined }],
    ["claims without a name", { ...ADMIN, username: undefined }],
  ])("answers 401 to %s", async (__, claims) => {
    const answer = await callWithClaims(claims);
    expect([answer.status, answer.error.code]).toEqual([401, "unauthenticated"]);
    expect(answer.headers["cache-control"]).toBe("no-store");
  });

  test.each(["[]", "[staff]", "[not-admin administrators]", undefined, [], ["Admin"]])(
    "answers 403 to a user in the groups %j",
    async (groups) => {
      const answer = await callWithClaims({ ...ADMIN, "cognito:groups": groups });
      expect([answer.status, answer.error.code]).toEqual([403, "permission-denied"]);
    },
  );

  test.each(["[admin]", "[staff admin]", ["admin"]])("accepts a user in the groups %j", async (groups) => {
    expect([401, 403]).not.toContain((await callWithClaims({ ...ADMIN, "cognito:groups": groups })).status);
  });
});

test("the refused requests have stored nothing", async () => {
  expect((await shop.table.items()).filter(({ sk }) => sk === "PRODUCT" || sk === "ORDER")).toEqual([]);
});

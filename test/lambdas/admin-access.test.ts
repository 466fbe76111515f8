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
  const ask = (claims: Record<string, unknown> | null) =>
    call(office.handler, endpoint, { params, body: {}, claims });

  test.each([
    ["nobody", null],
    ["an id token", { ...ADMIN, token_use: "id", "cognito:username": "ada" }],
    ["claims of no known use", { ...ADMIN, token_use: undefined }],
    ["claims without a name", { ...ADMIN, username: undefined }],
  ])("is 401 for %s", async (__, claims) => {
    const answer = await ask(claims);
    expect([answer.status, answer.error.code]).toEqual([401, "unauthenticated"]);
    expect(answer.headers["cache-control"]).toBe("no-store");
  });

  test.each(["[]", "[staff]", "[not-admin administrators]", undefined, [], ["Admin"]])(
    "is 403 for somebody in the groups %j",
    async (groups) => {
      const answer = await ask({ ...ADMIN, "cognito:groups": groups });
      expect([answer.status, answer.error.code]).toEqual([403, "permission-denied"]);
    },
  );

  test.each(["[admin]", "[staff admin]", ["admin"]])("accepts a user in the groups %j", async (groups) => {
    expect([401, 403]).not.toContain((await ask({ ...ADMIN, "cognito:groups": groups })).status);
  });
});

test("no refused request changed anything", async () => {
  expect((await shop.table.items()).filter(({ sk }) => sk === "PRODUCT" || sk === "ORDER")).toEqual([]);
});

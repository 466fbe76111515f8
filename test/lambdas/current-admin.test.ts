import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { type Cognito, createCognito } from "../../infra/local/cognito/cognito.ts";
import { claimsAsText } from "../../infra/local/gateway/jwt-authorizer.ts";
import { adminApi } from "../../shared/api-admin.ts";
import { orderOf } from "../support/invariants.ts";
import type { BackOffice } from "../support/back-office.ts";
import { openBackOffice } from "../support/back-office.ts";
import type { CheckoutDriver } from "../support/checkout-driver.ts";
import { openCheckoutDriver } from "../support/checkout-driver.ts";
import { shirt, stockUp } from "../support/fixtures.ts";
import type { CallOptions } from "../support/invoke.ts";
import { call } from "../support/invoke.ts";
import { serveUntilClosed } from "../support/serve.ts";
import type { Shop } from "../support/shop.ts";
import { advanceClock, openShop } from "../support/shop.ts";

const POOL = "us-east-1_LOCALpool";
const HOUR = 3_600_000;
const writes = Object.entries(adminApi).filter(([, { method }]) => method !== "GET");
const tee = shirt({ stock: 100 });

let shop: Shop;
let driver: CheckoutDriver;
let office: BackOffice;
let cognito: Cognito;
let url = "";
let down = false;
let people = 0;
let email = "";

beforeAll(async () => {
  shop = await openShop();
  driver = await openCheckoutDriver(shop);
  office = await openBackOffice(shop);
  await stockUp(shop.table, tee);
  const dataDir = mkdtempSync(join(tmpdir(), "shop-cognito-"));
  cognito = await createCognito({
    dataDir,
    poolId: POOL,
    clientId: "web",
    issuer: `https://cognito-idp.us-east-1.amazonaws.com/${POOL}`,
    admin: { email: "first@example.com", password: "Rickhouse-9!" },
    now: () => Date.now(),
    isDown: () => down,
  });
  const server = await serveUntilClosed((req, res) => cognito.handle(req, res));
  ({ url } = server);
  process.env["AWS_ENDPOINT_URL_COGNITO_IDENTITY_PROVIDER"] = url;
  return async () => {
    await server.close();
    rmSync(dataDir, { recursive: true, force: true });
  };
});
beforeEach(() => {
  down = false;
  email = `admin-${people++}@example.com`;
  cognito.putUser({ email, password: "Rickhouse-9!", groups: ["admin"] });
});

/** The claims of a token with a valid signature and time. */
function signedIn(token: string): CallOptions & { claims: Record<string, unknown> } {
  const claims = JSON.parse(Buffer.from(token.split(".")[1] ?? "", "base64url").toString()) as object;
  return { claims: claimsAsText({ ...claims }), headers: { authorization: `Bearer ${token}` } };
}
/** A call of Cognito's API, as operations or with a user's token. */
async function ask(operation: string, input: object): Promise<void> {
  const answer = await fetch(url, {
    method: "POST",
    headers: {
      "x-amz-target": `AWSCognitoIdentityProviderService.${operation}`,
      authorization: "AWS4-HMAC-SHA256 Credential=operations",
    },
    body: JSON.stringify(input),
  });
  expect(answer.status).toBe(200);
}
const statusesOf = (as: CallOptions) =>
  Promise.all(
    writes.map(async ([name, endpoint]) => {
      const answer = await call(office.handler, endpoint, {
        params: { id: "none", uploadId: "none" },
        body: {},
        ...as,
      });
      return [name, answer.status] as const;
    }),
  );
const all = (status: number) => writes.map(([name]) => [name, status]);
const paid = async (): Promise<string> => {
  const { orderId, sessionId } = await driver.buy([[tee, 1]]);
  await driver.pay(sessionId);
  return orderId;
};
const refund = async (orderId: string, refundId: string, as: CallOptions) => {
  const { version } = await orderOf(shop.table, orderId);
  return call(office.handler, adminApi.requestRefund, {
    params: { id: orderId },
    body: { refundId, version },
    ...as,
  });
};
const cancel = async (orderId: string, wish: { refund: boolean }, as: CallOptions) => {
  const { version } = await orderOf(shop.table, orderId);
  return call(office.handler, adminApi.changeOrder, {
    params: { id: orderId },
    body: { orderStatus: 3, version, ...wish },
    ...as,
  });
};

const ends: [how: string, status: number, end: (token: string) => Promise<void>][] = [
  ["signed out everywhere", 401, (token) => ask("GlobalSignOut", { AccessToken: token })],
  ["signed out by operations", 401, () => ask("AdminUserGlobalSignOut", { Username: email })],
  ["was disabled", 401, () => ask("AdminDisableUser", { Username: email })],
  ["was deleted", 401, () => ask("AdminDeleteUser", { Username: email })],
  [
    "was removed from the group",
    403,
    () => ask("AdminRemoveUserFromGroup", { Username: email, GroupName: "admin" }),
  ],
];
test.each(ends)("every write of an admin who %s is refused within a minute", async (_, status, end) => {
  const token = cognito.accessTokenOf(email);
  const as = signedIn(token);
  for (const [, before] of await statusesOf(as)) expect([400, 404]).toContain(before);
  await end(token);
  advanceClock(60_000);
  expect(await statusesOf(as)).toEqual(all(status));
  const orderId = await paid();
  expect((await refund(orderId, "refund-signed-out", as)).status).toBe(status);
  expect((await orderOf(shop.table, orderId)).refunds).toEqual([]);
  expect((await call(office.handler, adminApi.listOrders, as)).status).toBe(200);
});

test("an ended token is answered with a message that says so", async () => {
  const token = cognito.accessTokenOf(email);
  await ask("GlobalSignOut", { AccessToken: token });
  const answer = await call(office.handler, adminApi.createProduct, { body: {}, ...signedIn(token) });
  expect(answer.error).toMatchObject({
    code: "unauthenticated",
    message: "Your sign-in has ended. Please sign in again.",
  });
});

test("a token of another user than the claims is refused", async () => {
  const stolen = signedIn(cognito.accessTokenOf("first@example.com"));
  const { claims } = signedIn(cognito.accessTokenOf(email));
  expect(await statusesOf({ ...stolen, claims })).toEqual(all(401));
});

test("while Cognito does not answer, writes are 503 with Retry-After, and change nothing", async () => {
  const as = signedIn(cognito.accessTokenOf(email));
  const orderId = await paid();
  down = true;
  expect(await statusesOf(as)).toEqual(all(503));
  const answer = await refund(orderId, "refund-cognito-down", as);
  expect([answer.status, answer.headers["retry-after"]]).toEqual([503, "5"]);
  process.env["AWS_ENDPOINT_URL_COGNITO_IDENTITY_PROVIDER"] = "http://127.0.0.1:9";
  expect((await refund(orderId, "refund-cognito-down", as)).status).toBe(503);
  process.env["AWS_ENDPOINT_URL_COGNITO_IDENTITY_PROVIDER"] = url;
  expect((await orderOf(shop.table, orderId)).refunds).toEqual([]);
  down = false;
  expect((await refund(orderId, "refund-cognito-down", as)).status).toBe(202);
});

test("an order's history names the admin by e-mail address", async () => {
  const orderId = await paid();
  await cancel(orderId, { refund: false }, signedIn(cognito.accessTokenOf(email)));
  expect((await orderOf(shop.table, orderId)).history.at(-1)).toMatchObject({ by: email, what: "status" });
});

describe("a refund is accepted", () => {
  const aged = (hours: number) => {
    const as = signedIn(cognito.accessTokenOf(email));
    return {
      ...as,
      claims: { ...as.claims, auth_time: String(Math.floor((Date.now() - hours * HOUR) / 1000)) },
    };
  };

  test("from an admin who signed in less than 12 hours ago", async () => {
    const as = aged(11.9);
    expect((await refund(await paid(), "refund-recent", as)).status).toBe(202);
    expect((await cancel(await paid(), { refund: true }, as)).status).toBe(200);
  });

  test("not after that: 401 asks to sign in again and nothing changes; cancelling without a refund works", async () => {
    const as = aged(12.1);
    const orderId = await paid();
    for (const answer of [
      await refund(orderId, "refund-late", as),
      await cancel(orderId, { refund: true }, as),
    ]) {
      expect([answer.status, answer.error.message]).toEqual([
        401,
        "To refund money, please sign in again: you last signed in more than 12 hours ago.",
      ]);
    }
    expect(await orderOf(shop.table, orderId)).toMatchObject({ orderStatus: 1, refunds: [] });
    expect((await cancel(orderId, { refund: false }, as)).status).toBe(200);
  });

  test("not with a token without the time of sign-in", async () => {
    const as = signedIn(cognito.accessTokenOf(email));
    const { auth_time: _, ...claims } = as.claims;
    expect((await refund(await paid(), "refund-timeless", { ...as, claims })).status).toBe(401);
  });
});

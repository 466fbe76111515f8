import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { Cognito } from "../../infra/local/cognito/cognito.ts";
import { adminApi } from "../../shared/api-admin.ts";
import { ORDER_STATUS } from "../../shared/order-status.ts";
import { callCognito } from "../support/admin-session.ts";
import { orderOf } from "../support/invariants.ts";
import type { BackOffice } from "../support/back-office.ts";
import { openBackOffice } from "../support/back-office.ts";
import type { CheckoutDriver } from "../support/checkout-driver.ts";
import { openCheckoutDriver } from "../support/checkout-driver.ts";
import { testProduct, stockUp } from "../support/fixtures.ts";
import type { CallOptions } from "../support/invoke.ts";
import { call } from "../support/invoke.ts";
import type { Shop } from "../support/shop.ts";
import { advanceClock, openShop } from "../support/shop.ts";
import { callerWith, startUserPool } from "../support/simulated-user-pool.ts";

const HOUR_MS = 3_600_000;
const writeEndpoints = Object.entries(adminApi).filter(([, { method }]) => method !== "GET");
const tee = testProduct({ stock: 100 });

let shop: Shop;
let driver: CheckoutDriver;
let office: BackOffice;
let cognito: Cognito;
let cognitoUrl = "";
let isCognitoDown = false;
let userCount = 0;
let email = "";

beforeAll(async () => {
  shop = await openShop();
  driver = await openCheckoutDriver(shop);
  office = await openBackOffice(shop);
  await stockUp(shop.table, tee);
  const pool = await startUserPool({ isDown: () => isCognitoDown });
  ({ cognito, url: cognitoUrl } = pool);
  return pool.close;
});
beforeEach(() => {
  isCognitoDown = false;
  email = `admin-${userCount++}@example.com`;
  cognito.putUser({ email, password: "Rickhouse-9!", groups: ["admin"] });
});

/** Calls every write route with an empty body; returns the route's name and the response's status for each. */
const callEveryWrite = (caller: CallOptions) =>
  Promise.all(
    writeEndpoints.map(async ([name, endpoint]) => {
      const response = await call(office.handler, endpoint, {
        params: { id: "none", uploadId: "none" },
        body: {},
        ...caller,
      });
      return [name, response.status] as const;
    }),
  );
const allWritesWith = (status: number) => writeEndpoints.map(([name]) => [name, status]);
const createPaidOrder = async (): Promise<string> => (await driver.buyAndPay([[tee, 1]])).orderId;
const refund = async (orderId: string, refundId: string, caller: CallOptions) => {
  const { version } = await orderOf(shop.table, orderId);
  return call(office.handler, adminApi.requestRefund, {
    params: { id: orderId },
    body: { refundId, version },
    ...caller,
  });
};
const cancel = async (orderId: string, choice: { refund: boolean }, caller: CallOptions) => {
  const { version } = await orderOf(shop.table, orderId);
  return call(office.handler, adminApi.changeOrder, {
    params: { id: orderId },
    body: { orderStatus: ORDER_STATUS.cancelled, version, ...choice },
    ...caller,
  });
};

const accessEndings: [reason: string, status: number, endAccess: (token: string) => Promise<void>][] = [
  ["signed out everywhere", 401, (token) => callCognito(cognitoUrl, "GlobalSignOut", { AccessToken: token })],
  [
    "was signed out by an operator",
    401,
    () => callCognito(cognitoUrl, "AdminUserGlobalSignOut", { Username: email }),
  ],
  ["was disabled", 401, () => callCognito(cognitoUrl, "AdminDisableUser", { Username: email })],
  ["was deleted", 401, () => callCognito(cognitoUrl, "AdminDeleteUser", { Username: email })],
  [
    "was removed from the group",
    403,
    () => callCognito(cognitoUrl, "AdminRemoveUserFromGroup", { Username: email, GroupName: "admin" }),
  ],
];
test.each(accessEndings)(
  "the admin API refuses every write of an admin who %s, within a minute",
  async (_, status, endAccess) => {
    const token = cognito.accessTokenOf(email);
    const caller = callerWith(token);
    for (const [, statusBefore] of await callEveryWrite(caller)) expect([400, 404]).toContain(statusBefore);
    await endAccess(token);
    advanceClock(60_000);
    expect(await callEveryWrite(caller)).toEqual(allWritesWith(status));
    const orderId = await createPaidOrder();
    expect((await refund(orderId, "refund-signed-out", caller)).status).toBe(status);
    expect((await orderOf(shop.table, orderId)).refunds).toEqual([]);
    expect((await call(office.handler, adminApi.listOrders, caller)).status).toBe(200);
  },
);

test("the admin API tells an admin whose sign-in has ended to sign in again", async () => {
  const token = cognito.accessTokenOf(email);
  await callCognito(cognitoUrl, "GlobalSignOut", { AccessToken: token });
  const response = await call(office.handler, adminApi.createProduct, { body: {}, ...callerWith(token) });
  expect(response.error).toMatchObject({
    code: "unauthenticated",
    message: "Your sign-in has ended. Please sign in again.",
  });
});

test("the admin API refuses a token whose user differs from the user in the claims", async () => {
  const otherUsersCaller = callerWith(cognito.accessTokenOf("first@example.com"));
  const { claims } = callerWith(cognito.accessTokenOf(email));
  expect(await callEveryWrite({ ...otherUsersCaller, claims })).toEqual(allWritesWith(401));
});

test("the admin API answers 503 with Retry-After to writes while Cognito does not answer, and changes nothing", async () => {
  const caller = callerWith(cognito.accessTokenOf(email));
  const orderId = await createPaidOrder();
  isCognitoDown = true;
  expect(await callEveryWrite(caller)).toEqual(allWritesWith(503));
  const response = await refund(orderId, "refund-cognito-down", caller);
  expect([response.status, response.headers["retry-after"]]).toEqual([503, "5"]);
  process.env["AWS_ENDPOINT_URL_COGNITO_IDENTITY_PROVIDER"] = "http://127.0.0.1:9";
  expect((await refund(orderId, "refund-cognito-down", caller)).status).toBe(503);
  process.env["AWS_ENDPOINT_URL_COGNITO_IDENTITY_PROVIDER"] = cognitoUrl;
  expect((await orderOf(shop.table, orderId)).refunds).toEqual([]);
  isCognitoDown = false;
  expect((await refund(orderId, "refund-cognito-down", caller)).status).toBe(202);
});

test("an order's history names the admin by email address", async () => {
  const orderId = await createPaidOrder();
  await cancel(orderId, { refund: false }, callerWith(cognito.accessTokenOf(email)));
  expect((await orderOf(shop.table, orderId)).history.at(-1)).toMatchObject({ by: email, what: "status" });
});

describe("a refund", () => {
  const signedInHoursAgo = (hours: number) => {
    const caller = callerWith(cognito.accessTokenOf(email));
    return {
      ...caller,
      claims: { ...caller.claims, auth_time: String(Math.floor((Date.now() - hours * HOUR_MS) / 1000)) },
    };
  };

  test("is accepted from an admin who signed in less than 12 hours ago", async () => {
    const caller = signedInHoursAgo(11.9);
    expect((await refund(await createPaidOrder(), "refund-recent", caller)).status).toBe(202);
    expect((await cancel(await createPaidOrder(), { refund: true }, caller)).status).toBe(200);
  });

  test("gets 401 and changes nothing after 12 hours, while cancelling without a refund works", async () => {
    const caller = signedInHoursAgo(12.1);
    const orderId = await createPaidOrder();
    for (const response of [
      await refund(orderId, "refund-late", caller),
      await cancel(orderId, { refund: true }, caller),
    ]) {
      expect([response.status, response.error.message]).toEqual([
        401,
        "To refund money, please sign in again: you last signed in more than 12 hours ago.",
      ]);
    }
    expect(await orderOf(shop.table, orderId)).toMatchObject({
      orderStatus: ORDER_STATUS.pending,
      refunds: [],
    });
    expect((await cancel(orderId, { refund: false }, caller)).status).toBe(200);
  });

  test("gets 401 when the token lacks the time of sign-in", async () => {
    const caller = callerWith(cognito.accessTokenOf(email));
    const { auth_time: _, ...claims } = caller.claims;
    expect((await refund(await createPaidOrder(), "refund-timeless", { ...caller, claims })).status).toBe(
      401,
    );
  });
});

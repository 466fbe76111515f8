import { beforeAll, describe, expect, test } from "vitest";
import { publicApi } from "../../shared/api-public.ts";
import { SECRETS } from "../support/secrets.ts";
import type { HttpHandler } from "../support/invoke.ts";
import { call } from "../support/invoke.ts";
import type { Shop } from "../support/shop.ts";
import { advanceClock, openShop } from "../support/shop.ts";

let shop: Shop;
let handler: HttpHandler;
const HOUR_MS = 3_600_000;
const NEW_SECRET = "the-edge-knows-that";

beforeAll(async () => {
  shop = await openShop();
  ({ handler } = await import("../../lambdas/catalog-api.ts"));
});

/** Counts the log lines that raise the alarm on secrets. */
const countAlarms = () => shop.logs.filter((line) => /"alarm": ?"secret"/.test(line)).length;
const requestWithSecret = async (secret: string): Promise<number> =>
  (await call(handler, publicApi.listProducts, { headers: { "x-origin-secret": secret } })).status;

describe("the origin's secret", () => {
  test("can be rotated without an outage: the new value is valid immediately, and the old value for another day", async () => {
    advanceClock(0);
    expect(await requestWithSecret(SECRETS.origin)).toBe(200);
    Object.assign(shop.secrets, {
      current: { ...SECRETS, origin: NEW_SECRET },
      previous: { origin: SECRETS.origin },
      rotatedAt: new Date(),
    });
    // The function has cached the old value; CloudFront sends the new one.
    expect(await requestWithSecret(NEW_SECRET)).toBe(200);
    expect(await requestWithSecret("guess")).toBe(403);
    // The function has the new value; CloudFront sends the old one.
    advanceClock(HOUR_MS);
    expect([await requestWithSecret(NEW_SECRET), await requestWithSecret(SECRETS.origin)]).toEqual([
      200, 200,
    ]);
    expect(countAlarms()).toBe(1);
    advanceClock(HOUR_MS);
    expect(await requestWithSecret(SECRETS.origin)).toBe(200);
    expect(countAlarms()).toBe(2);
    advanceClock(22 * HOUR_MS);
    expect([await requestWithSecret(NEW_SECRET), await requestWithSecret(SECRETS.origin)]).toEqual([
      200, 403,
    ]);
    expect(countAlarms()).toBe(3);
  });

  test("raises no alarm for a request that did not come from CloudFront", async () => {
    const alarmsBefore = countAlarms();
    expect(
      (await call(handler, publicApi.listProducts, { headers: { "x-origin-secret": undefined } })).status,
    ).toBe(403);
    expect(countAlarms()).toBe(alarmsBefore);
  });

  test("is not read from Secrets Manager again for each wrong value", async () => {
    advanceClock(HOUR_MS);
    await requestWithSecret("guess");
    const requestCountBefore = shop.secrets.requestCount;
    for (let n = 0; n < 20; n++) expect(await requestWithSecret(`guess ${n}`)).toBe(403);
    expect(shop.secrets.requestCount).toBe(requestCountBefore);
  });

  test("has no previous value if it was never rotated, and is checked without it", async () => {
    Object.assign(shop.secrets, {
      current: { ...SECRETS, origin: NEW_SECRET },
      previous: {},
      rotatedAt: new Date(),
    });
    advanceClock(HOUR_MS);
    expect([await requestWithSecret("guess"), await requestWithSecret(NEW_SECRET)]).toEqual([403, 200]);
  });
});

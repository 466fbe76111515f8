import { beforeAll, describe, expect, test } from "vitest";
import { publicApi } from "../../shared/api-public.ts";
import { SECRETS } from "../support/aws.ts";
import type { HttpHandler } from "../support/invoke.ts";
import { call } from "../support/invoke.ts";
import type { Shop } from "../support/shop.ts";
import { later, openShop } from "../support/shop.ts";

let shop: Shop;
let handler: HttpHandler;
const HOUR = 3_600_000;
const NEWER = "the-edge-knows-that";

beforeAll(async () => {
  shop = await openShop();
  ({ handler } = await import("../../lambdas/catalog-api.ts"));
});

const withSecret = async (secret: string): Promise<number> =>
  (await call(handler, publicApi.listProducts, { headers: { "x-origin-secret": secret } })).status;

describe("rotating the origin's secret", () => {
  test("causes no outage: the old value is valid for a day, the new one at once", async () => {
    later(0);
    expect(await withSecret(SECRETS.origin)).toBe(200);
    Object.assign(shop.secrets, {
      now: { ...SECRETS, origin: NEWER },
      before: { origin: SECRETS.origin },
      since: new Date(),
    });
    // The function has cached the old value; CloudFront sends the new one.
    expect(await withSecret(NEWER)).toBe(200);
    expect(await withSecret("guess")).toBe(403);
    // The function has the new value; CloudFront sends the old one.
    later(HOUR);
    expect([await withSecret(NEWER), await withSecret(SECRETS.origin)]).toEqual([200, 200]);
    later(23 * HOUR);
    expect([await withSecret(NEWER), await withSecret(SECRETS.origin)]).toEqual([200, 403]);
  });

  test("does not let wrong values cause repeated calls of Secrets Manager", async () => {
    later(HOUR);
    await withSecret("guess");
    const before = shop.secrets.asked;
    for (let n = 0; n < 20; n++) expect(await withSecret(`guess ${n}`)).toBe(403);
    expect(shop.secrets.asked).toBe(before);
  });

  test("works without a previous value, for a secret that was never rotated", async () => {
    Object.assign(shop.secrets, { before: {}, since: new Date() });
    later(HOUR);
    expect([await withSecret("guess"), await withSecret(NEWER)]).toEqual([403, 200]);
  });
});

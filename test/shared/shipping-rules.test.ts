import { describe, expect, test } from "vitest";
import * as z from "zod/mini";
import { localFeatures } from "../../infra/example-stages.ts";
import { arrivalOf } from "../../shared/arrival.ts";
import { arrivalText } from "../../shared/arrival-text.ts";
import { addressErrors } from "../../shared/countries.ts";
import { toCents } from "../../shared/money.ts";
import { flatShipping, rateText, shippingCents } from "../../shared/shipping-rates.ts";
import { ShippingSettings } from "../../shared/shipping-settings.ts";
import { SHIPPING_FEE } from "../../shared/site/delivery.ts";
import { shopTime } from "../support/shop-clock.ts";

const { shipping } = localFeatures.shipping;
const shirt = (quantity: number, cents: number, grams?: number) => ({
  category: "shirts",
  quantity,
  cents,
  grams,
});

describe("the shipping fee", () => {
  test.each([
    ["by default", toCents(SHIPPING_FEE), flatShipping, "US", [shirt(3, 7500)]],
    ["below the total from which shipping is free", 800, shipping, "US", [shirt(1, 7499)]],
    ["at the total from which shipping is free", 0, shipping, "US", [shirt(1, 7500)]],
    [
      "with tickets, which do not count for the total,",
      800,
      shipping,
      "US",
      [shirt(1, 100), { category: "ticket", quantity: 1, cents: 9000 }],
    ],
    ["up to the weight of a step", 1500, shipping, "CA", [shirt(2, 100, 250)]],
    ["above the weight of a step", 2450, shipping, "CA", [shirt(2, 100, 251)]],
    ["with the default weight", 4200, shipping, "CA", [shirt(7, 100)]],
    ["to a country without shipping", undefined, shipping, "FR", [shirt(1, 100)]],
    ["to a country named like a property of every object", undefined, shipping, "toString", [shirt(1, 100)]],
  ] as const)("%s is %s cents", (_, cents, settings, country, lines) =>
    expect(shippingCents(settings, country, lines)).toBe(cents),
  );

  test("is described in words", () =>
    expect(Object.values(shipping.countries).map(({ rate }) => rateText(rate))).toEqual([
      "$8.00, free from $75.00 of items that ship, after discounts",
      "$15.00 to $42.00 by weight",
      "$28.00 per order",
      "$26.00 per order",
    ]));
});

describe("the arrival of an order", () => {
  const settings = (closedOn: string[] = []): ShippingSettings => ({
    countries: { US: { rate: { by: "flat", fee: 1 }, transitDays: { from: 2, to: 4 } } },
    handling: { days: { from: 1, to: 2 }, cutOffHour: 14, closedOn },
  });
  test.each([
    ["on a Monday before the cut-off hour", "Thu, Dec 3 to Tue, Dec 8", "2026-11-30T13:59", []],
    ["on a Monday at the cut-off hour", "Fri, Dec 4 to Wed, Dec 9", "2026-11-30T14:00", []],
    ["on a Friday evening", "Thu, Dec 3 to Tue, Dec 8", "2026-11-27T18:00", []],
    ["on a Saturday, at any hour", "Thu, Dec 3 to Tue, Dec 8", "2026-11-28T18:00", []],
    ["late on a Sunday, when it is Monday farther east,", "Thu, Dec 3 to Tue, Dec 8", "2026-11-29T22:00", []],
    [
      "before a day on which the shop is closed",
      "Fri, Dec 4 to Wed, Dec 9",
      "2026-11-30T10:00",
      ["2026-12-01"],
    ],
    [
      "in summer at the cut-off hour, which may be an hour earlier in UTC,",
      "Fri, Jul 10 to Wed, Jul 15",
      "2026-07-06T14:00",
      [],
    ],
  ])("placed %s is '%s'", (_, text, now, closedOn) => {
    const arrival = arrivalOf(settings(closedOn), "US", Date.parse(shopTime(now)));
    expect(arrival && arrivalText(arrival)).toBe(text);
  });

  test("is never on a weekend, and always after the day of the order, at every fifth hour of 60 days", () => {
    const start = Date.parse("2026-10-15T00:00:00Z");
    for (let hour = 0; hour < 24 * 60; hour += 5) {
      const now = start + hour * 3_600_000;
      const { from = "", to = "" } = arrivalOf(settings(), "US", now) ?? {};
      expect(from <= to).toBe(true);
      expect(from > new Date(now).toISOString().slice(0, 10)).toBe(true);
      for (const day of [from, to]) expect([0, 6]).not.toContain(new Date(`${day}T00:00:00Z`).getUTCDay());
    }
  });

  test("is unknown without transit days or handling", () => {
    expect(arrivalOf(shipping, "DE", 0)).toBeUndefined();
    expect(arrivalOf(flatShipping, "US", 0)).toBeUndefined();
  });
});

describe("an address abroad", () => {
  test.each([
    ["CA", "ON", "k1a 0b1", {}],
    ["CA", "ZZ", "K1A 0B1", { state: "Province must be one from the list" }],
    ["CA", "", "K1A", { state: "Province is required", zip: "Postal code must be like K1A 0B1" }],
    ["GB", "", "SW1A 1AA", {}],
    ["DE", "", "1011", { zip: "Postal code must be like 10115" }],
    ["IT", "", "00184", { state: "Province is required" }],
    ["NL", "", "1012AB", {}],
    ["JP", "Tokyo", "", { zip: "Postal code is required" }],
  ])("in %s with state '%s' and code '%s' has the errors %j", (country, state, zip, errors) =>
    expect(addressErrors(country, { state, zip })).toEqual(errors),
  );
});

test.each([
  [{ countries: {} }, "At least one country"],
  [
    { countries: { US: { rate: { by: "weight", defaultGrams: 1, steps: [{ upTo: 5, fee: 1 }] } } } },
    "The last step must have no upTo",
  ],
  [
    { countries: { US: { rate: { by: "total", steps: [{ from: 5, fee: 1 }] } } } },
    "The first step must begin at 0",
  ],
  [
    { countries: { US: { rate: { by: "flat", fee: 1 }, transitDays: { from: 3, to: 2 } } } },
    "from must not be more than to",
  ],
  [
    { countries: {}, handling: { days: { from: 1, to: 2 }, cutOffHour: 14, closedOn: ["2026-02-30"] } },
    "Not a day of the calendar",
  ],
  [
    { countries: {}, handling: { days: { from: 1, to: 2 }, cutOffHour: 14, closedOn: ["2026-13-01"] } },
    "Not a day of the calendar",
  ],
])("settings %j are refused: %s", (settings, message) => {
  const issues = z.safeParse(ShippingSettings, settings).error?.issues ?? [];
  expect(issues.map((issue) => issue.message).join()).toContain(message);
});

test("settings that would not fit into the variables of a Lambda function are refused", () => {
  const steps = [{ upTo: 500, fee: 12 }, { upTo: 1000, fee: 18 }, { upTo: 2000, fee: 25 }, { fee: 40 }];
  const rate = { by: "weight", defaultGrams: 250, steps };
  const settingsFor = (codes: readonly string[]) => ({
    countries: Object.fromEntries(codes.map((code) => [code, { rate, transitDays: { from: 5, to: 12 } }])),
  });
  expect(z.safeParse(ShippingSettings, settingsFor(["US", "CA", "GB", "DE"])).success).toBe(true);
  const { error } = z.safeParse(
    ShippingSettings,
    settingsFor("US CA GB IE AU NZ DE AT CH FR BE NL ES IT SE NO DK JP".split(" ")),
  );
  expect(error?.issues[0]?.message).toMatch(/^At most 2400 characters/);
});

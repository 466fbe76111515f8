import { describe, expect, test } from "vitest";
import { eventInDays, testProduct } from "../../support/fixtures.ts";
import {
  createEmptyDraft,
  createDetail,
  createVariant,
  isSameDraft,
  stockOrVariantStocks,
  toCopyDraft,
  toDraft,
} from "../../../web/src/features/admin/product-form/draft.ts";
import {
  isEmptyEvent,
  pastEventWarning,
  whichRepeatedTime,
} from "../../../web/src/features/admin/product-form/event-draft.ts";
import {
  checkDraft,
  problemsAfterChange,
  stockProblem,
} from "../../../web/src/features/admin/product-form/check-draft.ts";

const variants = [
  { id: "m", size: "M", color: "Char", stock: 3 },
  { id: "l", size: "L", color: "Char", stock: 0 },
];
const tee = testProduct({ price: 24.5, stock: 7, details: ["Cotton"], featured: true });
const polo = testProduct({ variants });
const problemsOf = (change: Partial<ReturnType<typeof toDraft>>, product = tee) => {
  const checked = checkDraft({ ...toDraft(product), ...change });
  return "problems" in checked ? checked.problems : {};
};

test("an empty form has a message for every required field and for the missing image", () => {
  const checked = checkDraft(createEmptyDraft());
  expect("problems" in checked && checked.problems).toMatchObject({
    name: "Name is required",
    description: "Description is required",
    category: "Category is required",
    price: "Price is required",
    stock: "Stock is required",
    imageUrls: "At least one image is required",
  });
});

test("a product that is not edited is sent unchanged", () => {
  const checked = checkDraft(toDraft(tee));
  expect("input" in checked && checked.input).toMatchObject({
    name: tee.name,
    price: 24.5,
    stock: 7,
    featured: true,
    details: ["Cotton"],
    imageUrls: tee.imageUrls,
  });
});

describe("the event of a ticket", () => {
  const event = eventInDays(1, {
    startsAt: "2026-12-12T00:00:00.000Z",
    endsAt: "2026-12-12T03:00:00.000Z",
    doorsAt: "2026-12-11T23:15:00.000Z",
  });
  const ticket = testProduct({ category: "ticket", event });
  const draft = toDraft(ticket);
  const checkEvent = (changes: Partial<typeof draft.event>, category = "ticket") => {
    const changedDraft = { ...draft, category, event: { ...draft.event, ...changes } };
    return checkDraft(changedDraft, { requiresEvent: true });
  };

  test("is shown in the local time of its zone, and is sent unchanged", () => {
    expect(draft.event).toMatchObject({ startsAt: "2026-12-11T19:00", doorsAt: "2026-12-11T18:15" });
    expect(checkEvent({})).toMatchObject({ input: { event } });
  });

  test("refuses a time that the zone's clocks skip, and takes the earlier time if the clocks show a time twice", () => {
    const checkedSkippedTime = checkEvent({
      startsAt: "2027-03-14T02:30",
      endsAt: "2027-03-14T05:00",
      doorsAt: "",
    });
    expect(checkedSkippedTime).toMatchObject({
      problems: { "event.startsAt": "The clocks skip this time on that day" },
    });
    const checkedRepeatedTime = checkEvent({
      startsAt: "2026-11-01T01:30",
      endsAt: "2026-11-01T05:00",
      doorsAt: "",
    });
    expect(checkedRepeatedTime).toMatchObject({ input: { event: { startsAt: "2026-11-01T05:30:00.000Z" } } });
  });

  test("keeps a stored time, also the second of two equal local times or a time with seconds, until the time or the zone is changed", () => {
    const laterStart = "2026-11-01T06:30:00.000Z";
    const endsAt = "2026-11-01T09:00:30.500Z";
    const storedDraft = toDraft(
      testProduct({ category: "ticket", event: eventInDays(1, { startsAt: laterStart, endsAt }) }),
    );
    const checkChanged = (changes: Partial<typeof storedDraft.event>) => {
      const changedDraft = { ...storedDraft, event: { ...storedDraft.event, ...changes } };
      return checkDraft(changedDraft, { requiresEvent: true });
    };
    expect(checkChanged({ title: "Live" })).toMatchObject({
      input: { event: { startsAt: laterStart, endsAt } },
    });
    expect(whichRepeatedTime(storedDraft.event, "startsAt")).toBe("later");
    expect(isSameDraft(storedDraft, { ...storedDraft, event: { ...storedDraft.event } })).toBe(true);
    const earlierStart = { startsAt: "2026-11-01T00:30" };
    expect(checkChanged(earlierStart)).toMatchObject({
      input: { event: { startsAt: "2026-11-01T04:30:00.000Z" } },
    });
    expect(checkChanged({ timeZone: "America/Chicago" })).toMatchObject({
      input: { event: { startsAt: "2026-11-01T06:30:00.000Z", endsAt: "2026-11-01T10:00:00.000Z" } },
    });
    expect(whichRepeatedTime({ ...storedDraft.event, startsAt: "2026-11-01T01:31" }, "startsAt")).toBe(
      "earlier",
    );
    expect(whichRepeatedTime(storedDraft.event, "endsAt")).toBeUndefined();
  });

  test("has an error only for the zone if the zone is wrong, and otherwise for each missing field", () => {
    expect(checkEvent({ timeZone: "Kentucky" })).toEqual({
      problems: { "event.timeZone": "Enter a time zone such as America/New_York" },
    });
    const checkedEmptyEvent = checkDraft(
      { ...draft, event: createEmptyDraft().event },
      { requiresEvent: true },
    );
    expect(checkedEmptyEvent).toMatchObject({
      problems: { "event.startsAt": "Start is required", "event.venue.name": "Venue is required" },
    });
    const problems = "problems" in checkedEmptyEvent ? checkedEmptyEvent.problems : {};
    expect(Object.keys(problems).toSorted()).toEqual(
      [
        "endsAt",
        "startsAt",
        ...["city", "name", "state", "street", "zip"].map((field) => `venue.${field}`),
      ].map((field) => `event.${field}`),
    );
  });

  test("may be in the past, with a warning that it will not be in the store, or that its sales have ended", () => {
    const warningAt = (time: string, changes: Partial<typeof draft.event> = {}) =>
      pastEventWarning({ ...draft.event, ...changes }, Date.parse(time));
    expect(warningAt("2026-12-11T23:59:00Z")).toBeUndefined();
    expect(warningAt("2026-12-12T01:00:00Z")).toMatch(/^The sales have ended/);
    expect(warningAt("2026-12-12T03:00:00Z")).toMatch(/will not be in the store/);
    expect(warningAt("2026-12-12T03:00:00Z", createEmptyDraft().event)).toBeUndefined();
    expect(
      checkEvent({ startsAt: "2020-01-15T19:00", endsAt: "2020-01-15T22:00", doorsAt: "" }),
    ).toHaveProperty("input");
  });

  test("is not sent if the product has another category", () => {
    const checked = checkEvent({}, "shirts");
    expect(checked).toHaveProperty("input");
    expect(checked).not.toHaveProperty("input.event");
  });

  test("is empty after an admin has emptied all of its fields except the time zone", () => {
    const emptyTexts = { title: "", startsAt: "", endsAt: "", doorsAt: "", salesEndAt: "" };
    const emptyVenue = { name: "", street: "", city: "", state: "", zip: "" };
    expect(isEmptyEvent(draft.event)).toBe(false);
    expect(isEmptyEvent({ ...draft.event, ...emptyTexts, venue: emptyVenue })).toBe(true);
  });

  test("is not required of a ticket that was saved without an event", () => {
    expect(checkDraft(toDraft(testProduct({ category: "ticket" })))).toHaveProperty("input");
  });
});

describe("the product form", () => {
  test.each(["abc", "1,50", "-1", "1.234", "1e3", "NaN"])("refuses a price of %j", (price) => {
    expect(problemsOf({ price })).toEqual({ price: "Enter a price such as 24.00" });
  });
  test.each([
    ["price", "99999999", "Price must be at most $1,000,000.00"],
    ["stock", "99999999", "A product may have at most 1,000,000 in stock, all variants together"],
    ["lowStockBelow", "99999999", "The warning limit must be at most 100,000"],
    ["grams", "99999999", "Weight must be at most 100,000 grams"],
  ])("names the limit of %s for the number %s", (field, text, problem) => {
    expect(problemsOf({ [field]: text })).toEqual({ [field]: problem });
  });
  test("checks the stock that an admin types once for all new variants", () => {
    expect(stockProblem("99999999")).toBe(
      "A product may have at most 1,000,000 in stock, all variants together",
    );
    expect([stockProblem(""), stockProblem("x"), stockProblem("5")]).toEqual([
      "Stock is required",
      "Enter a whole number, 0 or more",
      undefined,
    ]);
  });
  test.each(["0", "$24", "24.5", " 24.50 "])("accepts a price of %j", (price) => {
    expect(problemsOf({ price })).toEqual({});
  });
  test.each(["abc", "1.5", "-1", "1e3"])("refuses a stock of %j", (stock) => {
    expect(problemsOf({ stock })).toEqual({ stock: "Enter a whole number, 0 or more" });
  });
});

describe("variants", () => {
  test("need a stock each, while the product needs none", () => {
    const draft = toDraft(polo);
    expect(problemsOf({ ...draft, stock: "" }, polo)).toEqual({});
    const variantsWithoutStock = draft.variants.map((variant) => ({ ...variant, stock: "" }));
    expect(problemsOf({ variants: variantsWithoutStock }, polo)).toEqual({
      "variants.0.stock": "Stock is required",
      "variants.1.stock": "Stock is required",
    });
  });
  test("are refused when two are alike apart from spelling, two spell one size differently, or one has neither size nor color", () => {
    const [first] = toDraft(polo).variants;
    const twin = { ...createVariant(), size: " m ", color: "CHAR", stock: "1" };
    expect(problemsOf({ variants: [...(first ? [first] : []), twin] }, polo)).toEqual({
      "variants.1.size": "There is a variant like this already",
    });
    const otherSpelling = { ...createVariant(), size: "m", color: "Red", stock: "1" };
    expect(problemsOf({ variants: [...(first ? [first] : []), otherSpelling] }, polo)).toEqual({
      "variants.1.size": 'Given twice: write "M" in all variants',
    });
    expect(problemsOf({ variants: [{ ...createVariant(), stock: "1" }] }, polo)).toEqual({
      "variants.0.size": "Size or color is required",
    });
  });
});

test("a changed field loses its messages, and a change of the variants removes those of the product's stock too", () => {
  const problems = { stock: "a", price: "b", "variants.0.stock": "c", imageUrls: "d" };
  expect(problemsAfterChange(problems, ["variants"])).toEqual({ price: "b", imageUrls: "d" });
  expect(problemsAfterChange(problems, ["price"])).toEqual({
    stock: "a",
    "variants.0.stock": "c",
    imageUrls: "d",
  });
});

test("drafts are the same if they lead to the same request and have the same texts of numbers, so an empty detail is no change", () => {
  const draft = toDraft(tee);
  expect(isSameDraft(draft, { ...draft, details: [...draft.details, createDetail(" ")] })).toBe(true);
  expect(isSameDraft(draft, { ...draft, name: "Other" })).toBe(false);
  expect(isSameDraft(draft, { ...draft, price: "abc" })).toBe(false);
  expect(isSameDraft(draft, { ...draft, price: "$24.50" })).toBe(false);
  const variant = createVariant();
  const withStock = (stock: string) => ({ ...draft, variants: [{ ...variant, stock }] });
  expect(isSameDraft(withStock(""), withStock("abc"))).toBe(false);
});

test("a copy of a product has another name, and variants without ids", () => {
  const copy = toCopyDraft(polo);
  expect(copy.name).toBe(`${polo.name} (copy)`);
  expect(copy.variants.every((variant) => !("id" in variant))).toBe(true);
});

test("the colors of images are sent only for images and colors that the product has", () => {
  const firstUrl = "/media/products/a.webp";
  const secondUrl = "/media/products/b.webp";
  const coloredProduct = testProduct({
    imageUrls: [firstUrl],
    imageColors: { [firstUrl]: "Char", [secondUrl]: "Char" },
    variants,
  });
  const sentImageColors = (draft: ReturnType<typeof toDraft>) => {
    const checked = checkDraft(draft);
    return "input" in checked ? checked.input.imageColors : checked.problems;
  };
  const draft = toDraft(coloredProduct);
  expect(sentImageColors(draft)).toEqual({ [firstUrl]: "Char" });
  const renamedVariants = draft.variants.map((variant) => ({ ...variant, color: "Oak" }));
  expect(sentImageColors({ ...draft, variants: renamedVariants })).toBeUndefined();
});

test("stockOrVariantStocks returns the product's stock, or the stock of each variant by its id", () => {
  expect(stockOrVariantStocks(tee)).toBe(7);
  expect(stockOrVariantStocks(polo)).toEqual({ m: 3, l: 0 });
});

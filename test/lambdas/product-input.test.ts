import { beforeAll, describe, expect, test } from "vitest";
import type { BackOffice } from "../support/back-office.ts";
import { openBackOffice } from "../support/back-office.ts";
import { productForms, SHIRT_FORM } from "../support/product-forms.ts";
import type { Shop } from "../support/shop.ts";
import { openShop } from "../support/shop.ts";

let shop: Shop;
let office: BackOffice;

beforeAll(async () => {
  shop = await openShop();
  office = await openBackOffice(shop);
});

const { postProduct, createProduct, updateProduct, listProducts } = productForms(() => office);

describe("adding a product", () => {
  test("answers 201 with id, main picture and version, and lists the product", async () => {
    const response = await postProduct(SHIRT_FORM);
    expect(response.status).toBe(201);
    expect(response.data).toMatchObject({ ...SHIRT_FORM, imageUrl: "/media/products/tee.webp", version: 1 });
    expect(response.data.id).toMatch(/^prd_/);
    expect(await listProducts()).toContainEqual(response.data);
  });

  test("with variants gives each variant its stock and an id", async () => {
    const polo = await createProduct({
      variants: [
        { size: "M", stock: 2 },
        { size: "L", color: "Black", stock: 3 },
      ],
    });
    expect([polo.stock, polo.variants?.map(({ size, color, stock }) => [size, color, stock])]).toEqual([
      5,
      [
        ["M", undefined, 2],
        ["L", "Black", 3],
      ],
    ]);
    expect(new Set(polo.variants?.map(({ id }) => id)).size).toBe(2);
  });

  test.each([
    ["name", "  ", "Name is required"],
    ["description", "", "Description is required"],
    ["category", undefined, "Category is required"],
    ["category", "shirts\u2029polos", "Must be one line of text"],
    ["category", "__proto__", "Please choose another name"],
    ["name", "Tee\u2028Two", "Must be one line of text"],
    ["name", "Tee \u202Egnp", "Must not contain invisible characters"],
    ["name", "\u3164", "Must not contain invisible characters"],
    ["color", "Red\u200B", "Must not contain invisible characters"],
    ["size", "M\nL", "Must be one line of text"],
    ["details", ["Soft", "Warm\u2066"], "Must not contain invisible characters"],
    ["description", "Cotton.\u202E", "Must not contain invisible characters"],
    ["price", "12", undefined],
    ["price", -1, "Price must not be negative"],
    ["price", 1.005, "Price must have at most two decimals"],
    ["price", 99_999_999, "Price must be at most $1,000,000.00"],
    ["lowStockBelow", 1.5, "The warning limit must be a whole number"],
    ["lowStockBelow", 99_999_999, "The warning limit must be at most 100,000"],
    ["stock", 99_999_999, "A product may have at most 1,000,000 in stock, all variants together"],
    ["grams", 99_999_999, "Weight must be at most 100,000 grams"],
    ["stock", 1.5, "Stock must be a whole number"],
    ["stock", -1, "Stock must not be negative"],
    ["imageUrls", [], "At least one image is required"],
    ["imageUrls", ["https://evil.example/x.png"], "Not one of our pictures"],
    ["imageUrls", ["/media/products/../../x"], "Not one of our pictures"],
  ])("answers 400 when %s is %j", async (field, value, fieldError) => {
    const response = await postProduct({ ...SHIRT_FORM, [field]: value });
    expect(response.status).toBe(400);
    const fieldErrors = Object.entries(response.error.fields ?? {});
    expect(fieldErrors).toHaveLength(1);
    expect(fieldErrors[0]?.[0]).toMatch(new RegExp(`^${field}`));
    if (fieldError) expect(fieldErrors[0]?.[1]).toBe(fieldError);
  });

  test.each([
    [{ size: "M" }, { size: " m " }],
    [
      { size: "M", color: "Char" },
      { color: "CHAR", size: "m" },
    ],
    [{ color: "Café" }, { color: "Cafe\u0301" }],
  ])("answers 400 when two variants are %j and %j", async (first, second) => {
    const response = await postProduct({
      ...SHIRT_FORM,
      variants: [
        { ...first, stock: 1 },
        { ...second, stock: 2 },
      ],
    });
    expect([response.status, response.error.fields]).toEqual([
      400,
      { "variants.1.size": "There is a variant like this already" },
    ]);
  });

  test.each(["constructor", "__proto__", "toString", "hasOwnProperty"])(
    "answers 400 when a variant's id is %s, for a new and for an existing product",
    async (id) => {
      const variants = [{ id, size: "M", stock: 1 }];
      const refusedResult = [400, { "variants.0.id": "Not a variant's id" }];
      const addResponse = await postProduct({ ...SHIRT_FORM, variants });
      expect([addResponse.status, addResponse.error.fields]).toEqual(refusedResult);
      const product = await createProduct();
      const updateResponse = await updateProduct(product.id, { version: 1, stockWas: { [id]: 1 }, variants });
      expect([updateResponse.status, updateResponse.error.fields]).toEqual(refusedResult);
    },
  );

  test("answers 400 when a size or a color has two spellings", async () => {
    const response = await postProduct({
      ...SHIRT_FORM,
      variants: [
        { size: "M", color: "Red", stock: 1 },
        { size: "m", color: "Blue", stock: 1 },
        { size: "L", color: "red ", stock: 1 },
      ],
    });
    expect([response.status, response.error.fields]).toEqual([
      400,
      {
        "variants.1.size": 'Given twice: write "M" in all variants',
        "variants.2.color": 'Given twice: write "Red" in all variants',
      },
    ]);
  });

  test("answers 400 when the stock of all variants together is above the limit", async () => {
    const moreThanHalf = { stock: 600_000 };
    const variants = [
      { ...moreThanHalf, size: "M" },
      { ...moreThanHalf, size: "L" },
    ];
    const countBefore = (await listProducts()).length;
    const fieldError = "A product may have at most 1,000,000 in stock, all variants together";
    expect((await postProduct({ ...SHIRT_FORM, variants })).error.fields).toEqual({ variants: fieldError });
    expect((await postProduct({ ...SHIRT_FORM, stock: 1_000_001 })).error.fields).toEqual({
      stock: fieldError,
    });
    expect(await listProducts()).toHaveLength(countBefore);
  });

  test("answers 400 when two variants have the same id", async () => {
    const variants = [
      { id: "m", size: "M", stock: 1 },
      { id: "m", size: "L", stock: 2 },
    ];
    expect((await postProduct({ ...SHIRT_FORM, variants })).error.fields).toHaveProperty("variants");
  });
});

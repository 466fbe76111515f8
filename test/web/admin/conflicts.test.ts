import { describe, expect, test } from "vitest";
import { testProduct } from "../../support/fixtures.ts";
import {
  continueAfterLostSave,
  findTheirChanges,
  type LostSave,
  rebase,
} from "../../../web/src/features/admin/product-form/conflicts.ts";
import { checkDraft } from "../../../web/src/features/admin/product-form/check-draft.ts";
import {
  createVariant,
  type ProductDraft,
  toDraft,
} from "../../../web/src/features/admin/product-form/draft.ts";

const base = testProduct({ price: 20, stock: 10, details: ["Cotton"] });
const theirs = { ...base, price: 22, description: "Better cotton.", stock: 8, version: 2 };
const mine = { ...toDraft(base), description: "My words.", stock: "15" };

describe("when two admins save the same product", () => {
  test("the second admin sees the fields that the first has changed, each with the value of both admins", () => {
    expect(findTheirChanges(base, theirs, mine)).toEqual([
      { field: "description", theirText: "Better cotton.", myText: "My words.", isChangedByMe: true },
      { field: "price", theirText: "$22.00", myText: "$20.00", isChangedByMe: false },
    ]);
  });

  test("the second admin chooses fields to take from the first; the others stay, and sales reduce the stock", () => {
    const rebasedDraft = rebase(base, theirs, mine, new Set(["price"]));
    expect(rebasedDraft).toMatchObject({ price: "22.00", description: "My words.", stock: "13" });
  });

  test("if the second admin chooses no field, only the stock changes: sales reduce it", () => {
    expect(rebase(base, theirs, mine, new Set())).toEqual({ ...mine, stock: "13" });
  });
});

test("sales reduce the stock of each variant, but never below zero", () => {
  const withStock = (m: number, l: number) =>
    testProduct({
      variants: [
        { id: "m", size: "M", stock: m },
        { id: "l", size: "L", stock: l },
      ],
    });
  const draft = toDraft(withStock(5, 5));
  const editedDraft = {
    ...draft,
    variants: draft.variants.map((variant) => ({ ...variant, stock: variant.id === "m" ? "0" : "9" })),
  };
  const rebasedDraft = rebase(withStock(5, 5), withStock(2, 4), editedDraft, new Set());
  expect(rebasedDraft.variants.map(({ stock }) => stock)).toEqual(["0", "8"]);
});

describe("when a form is saved again after a save whose answer was lost", () => {
  const lostSaveOf = (draft: ProductDraft): LostSave => {
    const checked = checkDraft(draft);
    if ("problems" in checked) throw new Error(JSON.stringify(checked.problems));
    return { draft, input: checked.input, base };
  };

  test("its stock is the typed one, less what was sold since the lost save", () => {
    const storedProduct = { ...base, stock: 13, version: 2 };
    const savedDraft = { ...toDraft(base), stock: "15" };
    const draft = { ...savedDraft, stock: "16", description: "More words." };
    expect(continueAfterLostSave(lostSaveOf(savedDraft), storedProduct, draft)).toEqual({
      base: storedProduct,
      draft: { ...draft, stock: "14" },
    });
  });

  test("it keeps a state that another admin has set since, unless it was changed in the form", () => {
    const archived = { ...base, state: "archived" as const, version: 3 };
    const savedDraft = toDraft(base);
    const stateOf = (state: "active" | "draft") =>
      continueAfterLostSave(lostSaveOf(savedDraft), archived, { ...savedDraft, state }).draft.state;
    expect([stateOf("active"), stateOf("draft")]).toEqual(["archived", "draft"]);
  });

  test("it asks what to keep if another admin has saved since: fields and stock of the lost save are not shown as the other's changes", () => {
    const savedDraft = { ...toDraft(base), stock: "15", name: "My name" };
    const storedProduct = { ...base, name: "My name", price: 22, stock: 13, version: 3 };
    const lostSave = lostSaveOf(savedDraft);
    const draft = { ...savedDraft, description: "More words." };
    const { base: newBase, draft: newDraft, theirs } = continueAfterLostSave(lostSave, storedProduct, draft);
    expect(theirs).toBe(storedProduct);
    expect(findTheirChanges(newBase, storedProduct, newDraft).map(({ field }) => field)).toEqual(["price"]);
    expect(rebase(newBase, storedProduct, newDraft, new Set(["price"]))).toMatchObject({
      price: "22.00",
      stock: "13",
    });
    // A save without a choice must be a conflict again.
    expect(newBase.version).toBe(2);
  });

  test("its new variants have the ids that the lost save gave them", () => {
    const savedDraft = {
      ...toDraft(base),
      variants: [{ ...createVariant(), size: "M", stock: "5" }],
    };
    const storedProduct = { ...base, stock: 4, variants: [{ id: "m", size: "M", stock: 4 }] };
    const draft = {
      ...savedDraft,
      variants: [{ ...createVariant(), size: "L", stock: "2" }, ...savedDraft.variants],
    };
    expect(continueAfterLostSave(lostSaveOf(savedDraft), storedProduct, draft).draft.variants).toMatchObject([
      { size: "L", stock: "2" },
      { id: "m", size: "M", stock: "4" },
    ]);
  });
});

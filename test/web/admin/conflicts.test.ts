import { describe, expect, test } from "vitest";
import { testProduct } from "../../support/fixtures.ts";
import {
  findTheirChanges,
  rebase,
  rebaseOnOwnSave,
} from "../../../web/src/features/admin/product-form/conflicts.ts";
import { createVariant, toDraft } from "../../../web/src/features/admin/product-form/draft.ts";

const base = testProduct({ price: 20, stock: 10, details: ["Cotton"] });
const theirs = { ...base, price: 22, description: "Better cotton.", stock: 8, version: 2 };
const mine = { ...toDraft(base), description: "My words.", stock: "15" };

describe("when two admins save the same product", () => {
  test("the second admin sees the fields that the first has changed, with the first's values and the own input", () => {
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
  test("its stock is the typed one, less what was sold since the lost save", () => {
    const stored = { ...base, stock: 13, version: 2 };
    const savedDraft = { ...toDraft(base), stock: "15" };
    const draft = { ...savedDraft, stock: "16", description: "More words." };
    expect(rebaseOnOwnSave(savedDraft, stored, draft)).toEqual({ ...draft, stock: "14" });
  });

  test("it keeps a state that another admin has set since, unless it was changed in the form", () => {
    const archived = { ...base, state: "archived" as const, version: 3 };
    const savedDraft = toDraft(base);
    const stateOf = (state: "active" | "draft") =>
      rebaseOnOwnSave(savedDraft, archived, { ...savedDraft, state }).state;
    expect([stateOf("active"), stateOf("draft")]).toEqual(["archived", "draft"]);
  });

  test("its new variants have the ids that the lost save gave them", () => {
    const savedDraft = {
      ...toDraft(base),
      variants: [{ ...createVariant(), size: "M", stock: "5" }],
    };
    const stored = testProduct({ variants: [{ id: "m", size: "M", stock: 4 }] });
    const draft = {
      ...savedDraft,
      variants: [{ ...createVariant(), size: "L", stock: "2" }, ...savedDraft.variants],
    };
    expect(rebaseOnOwnSave(savedDraft, stored, draft).variants).toMatchObject([
      { size: "L", stock: "2" },
      { id: "m", size: "M", stock: "4" },
    ]);
  });
});

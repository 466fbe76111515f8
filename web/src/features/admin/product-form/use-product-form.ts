import { useMutation } from "@tanstack/react-query";
import { useEffect, useEffectEvent, useState } from "react";
import { adminApi } from "../../../../../shared/api-admin.ts";
import type { BrokenProduct } from "../../../../../shared/admin-products.ts";
import { messages } from "../../../../../shared/messages.ts";
import type { ProductInput } from "../../../../../shared/product-input.ts";
import type { Product } from "../../../../../shared/product.ts";
import { ApiError } from "../../../api-error.ts";
import { adminCall } from "../auth/admin-call.ts";
import { rereadProducts, rereadStock, writeProduct } from "../product-list/product-queries.ts";
import { checkDraft } from "./check-draft.ts";
import type { Part } from "./conflicts.ts";
import { rebase } from "./conflicts.ts";
import type { Draft } from "./draft.ts";
import { emptyDraft, sameDraft, stockSeen, toCopy, toDraft, toRepair } from "./draft.ts";

export type FormKind = "new" | "edit" | "copy";
/** Somebody else has saved the product first (`theirs` is what they saved), or deleted it. */
export type SaveConflict = { theirs: Product } | "deleted";

function initialDraft(
  kind: FormKind,
  product: Product | undefined,
  broken: BrokenProduct | undefined,
): Draft {
  if (!product) return emptyDraft();
  if (broken) return toRepair(broken);
  return kind === "copy" ? toCopy(product) : toDraft(product);
}

/** Saves `input` as a change of `base`, or as a new product without one. */
type Save = { input: ProductInput; base: Product | undefined };
const saveProduct = ({ input, base }: Save): Promise<Product> =>
  base
    ? adminCall(adminApi.updateProduct, {
        params: { id: base.id },
        body: { ...input, version: base.version, stockWas: stockSeen(base) },
      })
    : adminCall(adminApi.createProduct, { body: input });

/** The conflict behind a refused save, if it is one: reads the product as it is now. */
async function findConflict(error: Error, base: Product | undefined): Promise<SaveConflict | undefined> {
  if (!base || !(error instanceof ApiError) || (error.status !== 409 && error.status !== 404))
    return undefined;
  const list = await rereadProducts();
  const all = [...(list?.products ?? []), ...(list?.broken ?? []).map(({ product }) => product)];
  const theirs = all.find(({ id }) => id === base.id);
  return theirs ? { theirs } : "deleted";
}

/** The draft of the product form, its problems, and saving it. A save that fails keeps the draft. */
export function useProductForm(
  kind: FormKind,
  product: Product | undefined,
  broken: BrokenProduct | undefined,
  onSaved: (saved: Product) => void,
) {
  const [base, setBase] = useState(kind === "edit" ? product : undefined);
  const [initial, setInitial] = useState(() => initialDraft(kind, product, broken));
  const [draft, setDraft] = useState(initial);
  const [problems, setProblems] = useState<Record<string, string>>({});
  const [failure, setFailure] = useState<string>();
  const [conflict, setConflict] = useState<SaveConflict>();

  const {
    mutate,
    isPending,
    data: saved,
  } = useMutation({
    mutationFn: saveProduct,
    onSuccess: (answer, { base: changed }) => {
      writeProduct(answer);
      // A variant that was removed may leave pieces behind, which the list of products shows.
      if (changed) void rereadStock(answer.id);
    },
    onError: async (error, { base: changed }) => {
      const found = await findConflict(error, changed);
      if (found) return setConflict(found);
      console.error("The product could not be saved", error);
      if (error instanceof ApiError) setProblems(error.fields);
      setFailure(error.message || messages.productSaveFailed);
    },
  });
  // After the render in which nothing is unsaved any more, so that the leave guard does not ask.
  const leave = useEffectEvent(onSaved);
  useEffect(() => {
    if (saved) leave(saved);
  }, [saved]);

  const save = (what: Draft, on: Product | undefined) => {
    setFailure(undefined);
    const checked = checkDraft(what);
    if ("problems" in checked) setProblems(checked.problems);
    else mutate({ input: checked.input, base: on });
  };
  const saveResolved = (what: Draft, on: Product | undefined) => {
    setConflict(undefined);
    setBase(on);
    setDraft(what);
    save(what, on);
  };

  return {
    draft,
    base,
    problems,
    failure,
    conflict,
    saving: isPending,
    saved: saved !== undefined,
    dirty: !saved && !sameDraft(draft, initial),
    save: () => save(draft, base),
    /** Changes fields and removes their messages. */
    change: (change: Partial<Draft>) => {
      setDraft((before) => ({ ...before, ...change }));
      setProblems((before) => withoutFields(before, Object.keys(change)));
    },
    addImage: (url: string) => {
      setDraft((before) => ({ ...before, imageUrls: [...before.imageUrls, url] }));
      setProblems((before) => withoutFields(before, ["imageUrls"]));
    },
    keepEditing: () => setConflict(undefined),
    /** Saves over what somebody else has saved (`theirs`), with the parts of theirs that were chosen. */
    saveOver: (theirs: Product, chosen: ReadonlySet<Part>) => {
      if (!base) return;
      setInitial(toDraft(theirs));
      saveResolved(rebase(base, theirs, draft, chosen), theirs);
    },
    /** Saves the draft of a deleted product as a new one. */
    saveAsNew: () => {
      const variants = draft.variants.map(({ id: _, ...variant }) => variant);
      saveResolved({ ...draft, variants }, undefined);
    },
  };
}

/** Messages without those of `fields` and of the parts of these fields. */
const withoutFields = (problems: Record<string, string>, fields: readonly string[]): Record<string, string> =>
  Object.fromEntries(
    Object.entries(problems).filter(([path]) => !fields.includes(path.split(".")[0] ?? path)),
  );

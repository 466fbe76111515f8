import { useMutation } from "@tanstack/react-query";
import { useEffect, useEffectEvent, useRef, useState } from "react";
import type { BrokenProduct } from "../../../../../shared/admin-products.ts";
import { adminMessages } from "../admin-messages.ts";
import type { Product } from "../../../../../shared/product.ts";
import { ApiError, mayHaveSaved } from "../../../api-error.ts";
import { cacheProduct, rereadProducts, rereadStock } from "../product-list/product-queries.ts";
import { checkDraft, problemsAfterChange } from "./check-draft.ts";
import type { DraftField, LostSave } from "./conflicts.ts";
import { continueAfterLostSave, rebase } from "./conflicts.ts";
import type { ProductDraft } from "./draft.ts";
import { createEmptyDraft, isSameDraft, toCopyDraft, toDraft, toRepairDraft } from "./draft.ts";
import type { SaveRequest } from "./save-product.ts";
import { findLostSave, isConflict, saveProduct } from "./save-product.ts";

export type FormKind = "new" | "edit" | "copy";
/** Another admin has saved the product as `theirs`, or has deleted it, since the form was opened. */
export type SaveConflict = { theirs: Product } | "deleted";

function initialDraft(
  kind: FormKind,
  product: Product | undefined,
  brokenProduct: BrokenProduct | undefined,
): ProductDraft {
  if (!product) return createEmptyDraft();
  if (brokenProduct) return toRepairDraft(brokenProduct);
  return kind === "copy" ? toCopyDraft(product) : toDraft(product);
}

/**
 * Reads the current product after a save of `base` was a conflict. Returns undefined after another error, and if the products
 * cannot be read now.
 */
async function findConflict(error: Error, base: Product | undefined): Promise<SaveConflict | undefined> {
  if (!base || !isConflict(error)) return undefined;
  const productList = await rereadProducts();
  if (!productList) return undefined;
  const brokenProducts = productList.brokenProducts.map(({ product }) => product);
  const theirs = [...productList.products, ...brokenProducts].find(({ id }) => id === base.id);
  return theirs ? { theirs } : "deleted";
}

/** The draft of the product form, and functions to change and save it. A failed save keeps the draft. */
export function useProductForm(
  kind: FormKind,
  product: Product | undefined,
  brokenProduct: BrokenProduct | undefined,
  onSaved: (product: Product) => void,
) {
  /** The stored product that the form changes; undefined for a new product and for a copy. */
  const [base, setBase] = useState(kind === "edit" ? product : undefined);
  /** The draft before the user's changes, for `isDirty`. */
  const [unchangedDraft, setUnchangedDraft] = useState(() => initialDraft(kind, product, brokenProduct));
  const [draft, setDraft] = useState(unchangedDraft);
  const [problems, setProblems] = useState<Record<string, string>>({});
  const [failure, setFailure] = useState<string>();
  const [failedSaveCount, setFailedSaveCount] = useState(0);
  const [conflict, setConflict] = useState<SaveConflict>();
  // A save after a failure sends the same id, so that the server adds the product only once.
  const [requestId] = useState<string>(() => crypto.randomUUID());
  /** The last save of `base` whose answer was lost. */
  const lostSave = useRef<LostSave & SaveRequest>(undefined);

  const {
    mutate,
    isPending,
    data: savedProduct,
  } = useMutation({
    mutationFn: saveProduct,
    onSuccess: (response, request) => {
      cacheProduct(response);
      // A removed variant may still have pieces, and the list of products shows their number.
      if (request.base) void rereadStock(response.id);
    },
    onError: async (firstError, request) => {
      let error = firstError;
      const earlierSave = lostSave.current;
      if (request.base && mayHaveSaved(error)) lostSave.current = { ...request, base: request.base };
      else if (isConflict(error) && earlierSave && earlierSave.base === request.base) {
        try {
          const storedProduct = await findLostSave(earlierSave);
          if (storedProduct)
            return continueWith(continueAfterLostSave(earlierSave, storedProduct, request.draft));
        } catch (laterError) {
          error = laterError as Error;
        }
      }
      const newConflict = await findConflict(error, request.base);
      if (newConflict) return setConflict(newConflict);
      console.error("The product could not be saved", error);
      // 409: an earlier try has added the product, although its answer was lost.
      if (!request.base && error instanceof ApiError && error.status === 409) void rereadProducts();
      if (error instanceof ApiError) setProblems(error.fields);
      setFailure(error.message || adminMessages.productSaveFailed);
      setFailedSaveCount((count) => count + 1);
    },
  });
  // Call `onSaved` only after the form is rendered as saved. Before that, the leave guard would ask for confirmation.
  const reportSaved = useEffectEvent(onSaved);
  useEffect(() => {
    if (savedProduct) reportSaved(savedProduct);
  }, [savedProduct]);

  const save = (draftToSave: ProductDraft, baseProduct: Product | undefined) => {
    setFailure(undefined);
    const checkedDraft = checkDraft(draftToSave, { requiresEvent: true });
    if ("input" in checkedDraft)
      return mutate({ draft: draftToSave, input: checkedDraft.input, base: baseProduct, requestId });
    setProblems(checkedDraft.problems);
    setFailedSaveCount((count) => count + 1);
  };
  const resolveConflict = (newDraft: ProductDraft, newBase: Product | undefined) => {
    setConflict(undefined);
    setBase(newBase);
    setDraft(newDraft);
    save(newDraft, newBase);
  };
  /** Saves the draft after a lost save; if others have changed the product since, asks first. */
  const continueWith = ({
    base: newBase,
    draft: newDraft,
    theirs,
  }: ReturnType<typeof continueAfterLostSave>) => {
    cacheProduct(theirs ?? newBase);
    setUnchangedDraft(toDraft(newBase));
    if (!theirs) return resolveConflict(newDraft, newBase);
    setBase(newBase);
    setDraft(newDraft);
    setConflict({ theirs });
  };

  return {
    draft,
    base,
    problems,
    failure,
    /** How many saves have failed; conflicts are not counted. */
    failedSaveCount,
    conflict,
    isSaving: isPending,
    isSaved: savedProduct !== undefined,
    isDirty: !savedProduct && !isSameDraft(draft, unchangedDraft),
    save: () => save(draft, base),
    /** Changes fields of the draft, and removes the error messages of these fields. */
    change: (change: Partial<ProductDraft>) => {
      setDraft((current) => ({ ...current, ...change }));
      setProblems((current) => problemsAfterChange(current, Object.keys(change)));
    },
    addImage: (url: string) => {
      setDraft((current) => ({ ...current, imageUrls: [...current.imageUrls, url] }));
      setProblems((current) => problemsAfterChange(current, ["imageUrls"]));
    },
    /** Closes the conflict dialog without a save. */
    keepEditing: () => setConflict(undefined),
    /** Saves the draft as a change of `theirs`, the other admin's product. Fields in `theirFields` keep the values of `theirs`. */
    overwrite: (theirs: Product, theirFields: ReadonlySet<DraftField>) => {
      if (!base) return;
      setUnchangedDraft(toDraft(theirs));
      resolveConflict(rebase(base, theirs, draft, theirFields), theirs);
    },
    /** Saves the draft of a deleted product as a new product. */
    saveAsNew: () => {
      const variants = draft.variants.map(({ id: _, ...variant }) => variant);
      resolveConflict({ ...draft, variants }, undefined);
    },
  };
}

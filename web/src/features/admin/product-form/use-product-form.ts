import { useEffect, useEffectEvent, useState } from "react";
import { adminApi } from "../../../../../shared/api-admin.ts";
import { messages } from "../../../../../shared/messages.ts";
import type { ProductInput } from "../../../../../shared/product-input.ts";
import type { BrokenProduct } from "../../../../../shared/admin-products.ts";
import type { Product } from "../../../../../shared/product.ts";
import { ApiError } from "../../../api-error.ts";
import { adminCall } from "../identity/admin-call.ts";
import { productsStore } from "../products/products-store.ts";
import { readStock } from "./use-stock.ts";
import type { Part } from "./conflicts.ts";
import { rebase } from "./conflicts.ts";
import type { Draft } from "./draft.ts";
import { emptyDraft, sameDraft, stockSeen, toCopy, toDraft, toMend } from "./draft.ts";
import { checkDraft } from "./draft-problems.ts";

export type FormKind = "new" | "edit" | "copy";
/** Somebody else saved first (`theirs` is what they saved), or deleted the product. */
export type Overtaken = { theirs: Product } | "deleted";

function begin(kind: FormKind, product: Product | undefined, broken: BrokenProduct | undefined): Draft {
  if (!product) return emptyDraft();
  if (broken) return toMend(broken);
  return kind === "copy" ? toCopy(product) : toDraft(product);
}

const send = (input: ProductInput, base: Product | undefined): Promise<Product> =>
  base
    ? adminCall(adminApi.updateProduct, {
        params: { id: base.id },
        body: { ...input, version: base.version, stockWas: stockSeen(base) },
      })
    : adminCall(adminApi.createProduct, { body: input });

/** What was typed, what is wrong with it, and saving it. A save that fails keeps everything typed. */
export function useProductForm(
  kind: FormKind,
  product: Product | undefined,
  broken: BrokenProduct | undefined,
  onSaved: (saved: Product) => void,
) {
  const [base, setBase] = useState(kind === "edit" ? product : undefined);
  const [initial, setInitial] = useState(() => begin(kind, product, broken));
  const [draft, setDraft] = useState(initial);
  const [problems, setProblems] = useState<Record<string, string>>({});
  const [failure, setFailure] = useState<string>();
  const [saving, setSaving] = useState(false);
  const [saved, setSaved] = useState<Product>();
  const [overtaken, setOvertaken] = useState<Overtaken>();

  // After the render in which nothing is unsaved any more, so that nothing asks before the form is left.
  const leave = useEffectEvent(onSaved);
  useEffect(() => {
    if (saved) leave(saved);
  }, [saved]);

  const fail = async (error: unknown, on: Product | undefined) => {
    const status = error instanceof ApiError ? error.status : undefined;
    if (on && (status === 409 || status === 404)) {
      await productsStore.read().catch(() => undefined);
      const { products, broken: unreadable } = productsStore.current();
      const theirs = [...products, ...unreadable.map((of) => of.product)].find(({ id }) => id === on.id);
      return setOvertaken(theirs ? { theirs } : "deleted");
    }
    console.error("The product could not be saved", error);
    if (error instanceof ApiError) setProblems(error.fields);
    setFailure(error instanceof Error && error.message ? error.message : messages.productSaveFailed);
  };
  const store = async (what: Draft, on: Product | undefined) => {
    setFailure(undefined);
    const checked = checkDraft(what);
    if ("problems" in checked) return setProblems(checked.problems);
    setSaving(true);
    try {
      const answer = await send(checked.input, on);
      productsStore.put(answer);
      // A size that was taken away may leave pieces behind; the list says so.
      if (on)
        void readStock(answer.id).catch((error: unknown) =>
          console.error("The stock could not be read", error),
        );
      setSaved(answer);
    } catch (error) {
      await fail(error, on);
    } finally {
      setSaving(false);
    }
  };
  const storeOn = (what: Draft, on: Product | undefined) => {
    setOvertaken(undefined);
    setBase(on);
    setDraft(what);
    void store(what, on);
  };

  return {
    draft,
    base,
    problems,
    failure,
    saving,
    overtaken,
    saved: saved !== undefined,
    dirty: !saved && !sameDraft(draft, initial),
    save: () => void store(draft, base),
    /** Changes fields; their messages go. */
    change: (change: Partial<Draft>) => {
      setDraft((before) => ({ ...before, ...change }));
      setProblems((before) => without(before, Object.keys(change)));
    },
    /** A picture is ready: it comes after those that are there. */
    addImage: (url: string) => {
      setDraft((before) => ({ ...before, imageUrls: [...before.imageUrls, url] }));
      setProblems((before) => without(before, ["imageUrls"]));
    },
    keepEditing: () => setOvertaken(undefined),
    /** Saves on top of what somebody else saved, with the parts of theirs that were chosen. */
    saveOver: (theirs: Product, chosen: ReadonlySet<Part>) => {
      if (!base) return;
      setInitial(toDraft(theirs));
      storeOn(rebase(base, theirs, draft, chosen), theirs);
    },
    /** The product is gone: what was typed becomes a new one. */
    saveAsNew: () => {
      const variants = draft.variants.map(({ id: _, ...variant }) => variant);
      storeOn({ ...draft, variants }, undefined);
    },
  };
}

/** Messages without those of some fields and of what is in them. */
const without = (problems: Record<string, string>, fields: readonly string[]): Record<string, string> =>
  Object.fromEntries(
    Object.entries(problems).filter(([path]) => !fields.includes(path.split(".")[0] ?? path)),
  );

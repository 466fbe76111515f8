import type { FormEvent } from "react";
import { useEffect, useEffectEvent, useRef, useState } from "react";
import type { BrokenProduct } from "../../../../../shared/admin-products.ts";
import type { Product } from "../../../../../shared/product.ts";
import { TICKET } from "../../../../../shared/product.ts";
import { Button } from "../../../ui/button.tsx";
import { EmptyState } from "../../../ui/empty-state.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { adminMessages } from "../admin-messages.ts";
import { bottomBarRef } from "../bottom-bar.ts";
import { Heading } from "../heading.tsx";
import { POLL_INTERVAL_MS, stockQuery } from "../product-list/product-queries.ts";
import { UnsavedChangesGuard } from "../unsaved-changes.tsx";
import { usePolledQuery } from "../use-polled-query.ts";
import { Basics } from "./basics.tsx";
import { ConflictDialog } from "./conflict-dialog.tsx";
import { DetailsEditor } from "./details-editor.tsx";
import { colorsOf } from "./draft.ts";
import { EventEditor } from "./event-editor.tsx";
import { ImagesEditor } from "./images-editor.tsx";
import styles from "./product-form.module.css";
import { ShownInEpisodes } from "./shown-in-episodes.tsx";
import { StockEditor } from "./stock-editor.tsx";
import { StockHistory } from "./stock-history.tsx";
import { StorePreview } from "./store-preview.tsx";
import { UnofferedStock } from "./unoffered-stock.tsx";
import { useLeaveAfterSave } from "./use-leave-after-save.ts";
import type { FormKind } from "./use-product-form.ts";
import { useProductForm } from "./use-product-form.ts";
import { useUploads } from "./use-uploads.ts";

type ProductFormProps = {
  kind: FormKind;
  /** The stored product that is edited or copied; undefined for a new product, and if the product does not exist. */
  product: Product | undefined;
  /** Defined if a part of the product's stored data cannot be read. */
  brokenProduct: BrokenProduct | undefined;
  products: readonly Product[];
  onClose: () => void;
};

/** The form for a product, with a preview of the product's card in the store. */
export function ProductForm({ kind, product, brokenProduct, products, onClose }: ProductFormProps) {
  const onSaved = useLeaveAfterSave(kind === "edit" ? product : undefined, onClose);
  const form = useProductForm(kind, product, brokenProduct, onSaved);
  // `base` is the stored product that the form changes; undefined for a new product and for a copy.
  const { base, draft, problems, failure } = form;
  const imageUploads = useUploads(form.addImage);
  const { data: stock } = usePolledQuery(stockQuery(base?.id ?? ""), POLL_INTERVAL_MS, {
    enabled: base !== undefined,
  });
  const [wasBroken] = useState(brokenProduct !== undefined);
  const [hasSubmittedDuringUpload, setHasSubmittedDuringUpload] = useState(false);
  const [blockedSubmitCount, setBlockedSubmitCount] = useState(0);
  const fieldsRef = useRef<HTMLDivElement>(null);
  const noticeRef = useRef<HTMLDivElement>(null);
  const wholeFormMessage =
    (hasSubmittedDuringUpload && imageUploads.isUploading ? adminMessages.stillUploading : undefined) ??
    failure;
  const hasWrongField = wholeFormMessage === undefined && Object.keys(problems).length > 0;
  const message = wholeFormMessage ?? (hasWrongField ? adminMessages.checkFields : undefined);
  // Focuses the first wrong field, or the notice if its message is about the whole form.
  const focusFirstError = useEffectEvent(() => {
    const field =
      hasWrongField && fieldsRef.current?.querySelector<HTMLElement>('[aria-invalid="true"], [data-invalid]');
    (field || noticeRef.current)?.focus();
  });
  const failedSubmitCount = form.failedSaveCount + blockedSubmitCount;
  useEffect(() => {
    if (failedSubmitCount > 0) focusFirstError();
  }, [failedSubmitCount]);

  if (kind !== "new" && !product && !base)
    return (
      <EmptyState
        icon="tag"
        title="This product is not in the shop any more."
        actions={<Button onClick={onClose}>Back to the products</Button>}
      />
    );
  const draftProps = { draft, problems, onChange: form.change };
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    setHasSubmittedDuringUpload(imageUploads.isUploading);
    if (imageUploads.isUploading) setBlockedSubmitCount((count) => count + 1);
    if (!form.isSaving && !imageUploads.isUploading) form.save();
  };
  return (
    <form noValidate onSubmit={onSubmit} aria-labelledby="form-heading">
      <div className={styles.head}>
        <Heading id="form-heading" takesFocus>
          {kind === "edit" ? "Edit Product" : "Add New Product"}
        </Heading>
        <div ref={bottomBarRef} className={styles.actions} data-bottom-bar="">
          <Button variant="secondary" disabled={form.isSaving} onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" loading={form.isSaving} loadingText="Saving...">
            Save Product
          </Button>
        </div>
      </div>
      {message && (
        <Notice ref={noticeRef} tone="danger" role="alert" title={message} className={styles.notice} />
      )}
      {wasBroken && (
        <Notice tone="warn" title="This product is not in the store." className={styles.notice}>
          Part of its stored data cannot be read. Fill in what is missing and save: then the product is in the
          store again.
        </Notice>
      )}
      {/* During a save the fields are inert, because input would be lost. */}
      <div className={styles.columns} inert={form.isSaving}>
        <div className={styles.fields} ref={fieldsRef}>
          <Basics {...draftProps} products={products} />
          {draft.category === TICKET && <EventEditor {...draftProps} />}
          <ImagesEditor
            urls={draft.imageUrls}
            error={problems["imageUrls"] ?? problems["imageColors"]}
            onChange={(imageUrls) => form.change({ imageUrls })}
            colors={colorsOf(draft)}
            imageColors={draft.imageColors}
            onColor={(url, color) => form.change({ imageColors: { ...draft.imageColors, [url]: color } })}
            imageUploads={imageUploads}
          />
          <StockEditor {...draftProps} base={base} currentProduct={product} stock={stock} />
          {base && <UnofferedStock product={base} stock={stock} />}
          <DetailsEditor {...draftProps} />
          {base && <ShownInEpisodes product={base} />}
          {base && <StockHistory product={base} />}
        </div>
        <StorePreview draft={draft} />
      </div>
      <UnsavedChangesGuard when={form.isDirty || (imageUploads.uploads.length > 0 && !form.isSaved)} />
      <ConflictDialog
        conflict={form.conflict}
        base={base}
        draft={draft}
        onKeepEditing={form.keepEditing}
        onOverwrite={form.overwrite}
        onSaveAsNew={form.saveAsNew}
      />
    </form>
  );
}

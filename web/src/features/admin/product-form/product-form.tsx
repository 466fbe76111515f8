import type { FormEvent } from "react";
import { useEffect, useRef, useState } from "react";
import type { BrokenProduct } from "../../../../../shared/admin-products.ts";
import type { Product } from "../../../../../shared/product.ts";
import { Button } from "../../../ui/button.tsx";
import { EmptyState } from "../../../ui/empty-state.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { adminMessages } from "../admin-messages.ts";
import { Heading } from "../heading.tsx";
import { REFRESH, stockQuery } from "../product-list/product-queries.ts";
import { toast } from "../toast.ts";
import { UnsavedChangesGuard } from "../unsaved-changes.tsx";
import { usePolledQuery } from "../use-polled-query.ts";
import { Basics } from "./basics.tsx";
import { ConflictDialog } from "./conflict-dialog.tsx";
import { DetailsEditor } from "./details-editor.tsx";
import { ImagesEditor } from "./images-editor.tsx";
import styles from "./product-form.module.css";
import { StockEditor } from "./stock-editor.tsx";
import { StorePreview } from "./store-preview.tsx";
import { UnofferedStock } from "./unoffered-stock.tsx";
import type { FormKind } from "./use-product-form.ts";
import { useProductForm } from "./use-product-form.ts";
import { useUploads } from "./use-uploads.ts";

type ProductFormProps = {
  kind: FormKind;
  /** The product as it is now; undefined for a new one, and for one that does not exist (any more). */
  product: Product | undefined;
  /** Set when part of its stored data cannot be read. */
  broken: BrokenProduct | undefined;
  products: readonly Product[];
  onClose: () => void;
};

/** The form for a product, with a preview of its card in the store. */
export function ProductForm({ kind, product, broken, products, onClose }: ProductFormProps) {
  const onSaved = ({ name }: Product) => {
    toast.success(`${name} saved`);
    onClose();
  };
  const form = useProductForm(kind, product, broken, onSaved);
  const { draft, problems, failure } = form;
  const uploads = useUploads(form.addImage);
  const { data: stock } = usePolledQuery(stockQuery(form.base?.id ?? ""), REFRESH, {
    enabled: form.base !== undefined,
  });
  const [wasBroken] = useState(broken !== undefined);
  const [submittedTooEarly, setSubmittedTooEarly] = useState(false);
  const notice = useRef<HTMLDivElement>(null);
  const problem =
    (submittedTooEarly && uploads.uploading ? adminMessages.stillUploading : undefined) ??
    failure ??
    problems["imageUrls"] ??
    (Object.keys(problems).length > 0 ? adminMessages.checkFields : undefined);
  useEffect(() => {
    if (problem) notice.current?.focus();
  }, [problem]);

  if (kind !== "new" && !product && !form.base)
    return (
      <EmptyState
        icon="tag"
        title="This product is not in the shop any more."
        actions={<Button onClick={onClose}>Back to the products</Button>}
      />
    );
  const part = { draft, problems, onChange: form.change };
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    setSubmittedTooEarly(uploads.uploading);
    if (!form.saving && !uploads.uploading) form.save();
  };
  return (
    <form noValidate onSubmit={onSubmit} aria-labelledby="form-heading">
      <div className={styles.head}>
        <Heading id="form-heading" takesFocus>
          {kind === "edit" ? "Edit Product" : "Add New Product"}
        </Heading>
        <div className={styles.actions}>
          <Button variant="secondary" disabled={form.saving} onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" loading={form.saving} loadingText="Saving...">
            Save Product
          </Button>
        </div>
      </div>
      {problem && (
        <Notice ref={notice} tone="danger" role="alert" title={problem} className={styles.notice} />
      )}
      {wasBroken && (
        <Notice tone="warn" title="This product is not in the store." className={styles.notice}>
          Part of what was stored of it cannot be read. Fill in what is missing and save it: it is back then.
        </Notice>
      )}
      {/* Inert while it is being saved, because input would be lost. */}
      <div className={styles.columns} inert={form.saving}>
        <div className={styles.fields}>
          <Basics {...part} products={products} />
          <ImagesEditor
            urls={draft.imageUrls}
            error={problems["imageUrls"]}
            onChange={(imageUrls) => form.change({ imageUrls })}
            uploads={uploads}
          />
          <StockEditor {...part} base={form.base} now={product} stock={stock} />
          {form.base && <UnofferedStock product={form.base} stock={stock} />}
          <DetailsEditor {...part} />
        </div>
        <StorePreview draft={draft} />
      </div>
      <UnsavedChangesGuard when={form.dirty || (uploads.uploads.length > 0 && !form.saved)} />
      <ConflictDialog
        conflict={form.conflict}
        base={form.base}
        draft={draft}
        onKeepEditing={form.keepEditing}
        onSaveOver={form.saveOver}
        onSaveAsNew={form.saveAsNew}
      />
    </form>
  );
}

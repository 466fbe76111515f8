import type { FormEvent } from "react";
import { useEffect, useRef, useState } from "react";
import type { BrokenProduct } from "../../../../../shared/admin-products.ts";
import type { Product } from "../../../../../shared/product.ts";
import { Button } from "../../../ui/button.tsx";
import { EmptyState } from "../../../ui/empty-state.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { adminMessages } from "../admin-messages.ts";
import { Heading } from "../heading.tsx";
import { LeaveGuard } from "../unsaved/leave-guard.tsx";
import { tell } from "../tell.ts";
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
import { useStock } from "./use-stock.ts";
import { useUploads } from "./use-uploads.ts";

type ProductFormProps = {
  kind: FormKind;
  /** As it is now; undefined for a new one, or when it is not there (any more). */
  product: Product | undefined;
  /** Set while part of it cannot be read. */
  broken: BrokenProduct | undefined;
  products: readonly Product[];
  onClose: () => void;
};

/** The form for a product, beside the card that it makes in the store. */
export function ProductForm({ kind, product, broken, products, onClose }: ProductFormProps) {
  const saved = ({ name }: Product) => {
    tell.done(`${name} saved`);
    onClose();
  };
  const form = useProductForm(kind, product, broken, saved);
  const { draft, problems, failure } = form;
  const uploads = useUploads(form.addImage);
  const stock = useStock(form.base?.id);
  const [mending] = useState(broken);
  const [waiting, setWaiting] = useState(false);
  const top = useRef<HTMLDivElement>(null);
  const wrong =
    (waiting && uploads.uploading ? adminMessages.stillUploading : undefined) ??
    failure ??
    problems["imageUrls"] ??
    (Object.keys(problems).length > 0 ? adminMessages.checkFields : undefined);
  useEffect(() => {
    if (wrong) top.current?.focus();
  }, [wrong]);

  if (kind !== "new" && !product && !form.base)
    return (
      <EmptyState
        icon="tag"
        title="This product is not in the shop any more."
        actions={<Button onClick={onClose}>Back to the products</Button>}
      />
    );
  const part = { draft, problems, onChange: form.change };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setWaiting(uploads.uploading);
    if (!form.saving && !uploads.uploading) form.save();
  };
  return (
    <form noValidate onSubmit={submit} aria-labelledby="form-heading">
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
      {wrong && <Notice ref={top} tone="danger" role="alert" title={wrong} className={styles.notice} />}
      {mending && (
        <Notice tone="warn" title="This product is not in the store." className={styles.notice}>
          Part of what was stored of it cannot be read. Fill in what is missing and save it: it is back then.
        </Notice>
      )}
      {/* What is written while it is being saved would be lost. */}
      <div className={styles.columns} inert={form.saving}>
        <div className={styles.fields}>
          <Basics {...part} products={products} />
          <ImagesEditor
            urls={draft.imageUrls}
            error={problems["imageUrls"]}
            onChange={(imageUrls) => form.change({ imageUrls })}
            uploads={uploads}
          />
          <StockEditor {...part} base={form.base} now={product} stock={stock.known} />
          {form.base && <UnofferedStock product={form.base} stock={stock.known} onMoved={stock.take} />}
          <DetailsEditor {...part} />
        </div>
        <StorePreview draft={draft} />
      </div>
      <LeaveGuard when={form.dirty || (uploads.uploads.length > 0 && !form.saved)} />
      <ConflictDialog
        overtaken={form.overtaken}
        base={form.base}
        draft={draft}
        onKeepEditing={form.keepEditing}
        onSaveOver={form.saveOver}
        onSaveAsNew={form.saveAsNew}
      />
    </form>
  );
}

import { useState } from "react";
import { adminApi } from "../../../../../shared/api-admin.ts";
import { messages } from "../../../../../shared/messages.ts";
import { ApiError } from "../../../api-error.ts";
import { Button } from "../../../ui/button.tsx";
import { Dialog } from "../../../ui/dialog.tsx";
import { adminCall } from "../identity/admin-call.ts";
import { tell } from "../tell.ts";
import { useFocusOnOpen } from "../use-focus-on-open.ts";
import styles from "./delete-dialog.module.css";
import { productsStore } from "./products-store.ts";

async function remove(id: string): Promise<void> {
  try {
    await adminCall(adminApi.deleteProduct, { params: { id } });
  } catch (error) {
    // Somebody else was faster: it is gone all the same.
    if (!(error instanceof ApiError) || error.status !== 404) throw error;
  }
  productsStore.remove(id);
}

const stay = () => {};

/** The product that is to be deleted. */
export type Deleting = { id: string; name: string };

/** Asks before a product leaves the shop. */
export function DeleteDialog({ product, onClose }: { product: Deleting | undefined; onClose: () => void }) {
  const [busy, setBusy] = useState(false);
  const cancel = useFocusOnOpen<HTMLButtonElement>(product !== undefined);
  const confirm = async () => {
    if (!product) return;
    setBusy(true);
    try {
      await remove(product.id);
      tell.done(`${product.name} deleted`);
      onClose();
    } catch (error) {
      console.error("The product could not be deleted", error);
      tell.failed(messages.productDeleteFailed);
    } finally {
      setBusy(false);
    }
  };
  return (
    <Dialog
      open={product !== undefined}
      // What is under way cannot be called off.
      onClose={busy ? stay : onClose}
      title="Delete product"
      role="alertdialog"
      describedBy="delete-product"
      footer={
        <div className={styles.actions}>
          <Button ref={cancel} variant="secondary" disabled={busy} onClick={onClose}>
            Cancel
          </Button>
          <Button variant="danger" loading={busy} loadingText="Deleting..." onClick={() => void confirm()}>
            Delete
          </Button>
        </div>
      }
    >
      <div id="delete-product" className={styles.text}>
        <p>Are you sure you want to delete this product?</p>
        <p className={styles.note}>
          <strong>{product?.name}</strong> leaves the shop at once. Orders that have it keep it.
        </p>
      </div>
    </Dialog>
  );
}

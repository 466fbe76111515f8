import { useMutation } from "@tanstack/react-query";
import { adminApi } from "../../../../../shared/api-admin.ts";
import { adminMessages } from "../admin-messages.ts";
import { ApiError } from "../../../api-error.ts";
import { Button } from "../../../ui/button.tsx";
import { Dialog } from "../../../ui/dialog.tsx";
import { useFocusOnOpen } from "../../../ui/use-focus-on-open.ts";
import { adminCall } from "../auth/admin-call.ts";
import { toast } from "../toast.ts";
import styles from "./delete-dialog.module.css";
import { removeProduct } from "./product-queries.ts";

export type ProductToDelete = { id: string; name: string };

async function deleteProduct({ id }: ProductToDelete): Promise<void> {
  try {
    await adminCall(adminApi.deleteProduct, { params: { id } });
  } catch (error) {
    // 404 means that another admin has deleted the product already.
    if (!(error instanceof ApiError) || error.status !== 404) throw error;
  }
}

const keepOpen = () => {};

type DeleteDialogProps = { product: ProductToDelete | undefined; onClose: () => void };

/** Asks the admin for confirmation before a product is deleted. */
export function DeleteDialog({ product, onClose }: DeleteDialogProps) {
  const cancelButtonRef = useFocusOnOpen<HTMLButtonElement>(product !== undefined);
  const { mutate, isPending } = useMutation({
    mutationFn: deleteProduct,
    onSuccess: (_, { id, name }) => {
      removeProduct(id);
      toast.success(`${name} deleted`);
    },
    onError: (error) => {
      console.error("The product could not be deleted", error);
      const isRefused = error instanceof ApiError && error.status === 409;
      toast.error(isRefused ? error.message : adminMessages.productDeleteFailed);
    },
  });
  return (
    <Dialog
      open={product !== undefined}
      // A request that has been sent cannot be cancelled.
      onClose={isPending ? keepOpen : onClose}
      title="Delete product"
      role="alertdialog"
      describedBy="delete-product"
      footer={
        <div className={styles.actions}>
          <Button ref={cancelButtonRef} variant="secondary" disabled={isPending} onClick={onClose}>
            Cancel
          </Button>
          <Button
            variant="danger"
            loading={isPending}
            loadingText="Deleting..."
            onClick={() => product && mutate(product, { onSuccess: onClose })}
          >
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

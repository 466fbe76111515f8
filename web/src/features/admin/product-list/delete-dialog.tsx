import { useMutation } from "@tanstack/react-query";
import { adminApi } from "../../../../../shared/api-admin.ts";
import { acceptMissing } from "../accept-missing.ts";
import { adminMessages } from "../admin-messages.ts";
import { ApiError } from "../../../api-error.ts";
import { adminCall } from "../auth/admin-call.ts";
import { ConfirmDialog } from "../confirm-dialog.tsx";
import { toast } from "../toast.ts";
import styles from "./delete-dialog.module.css";
import { removeCachedProduct } from "./product-queries.ts";

export type ProductToDelete = { id: string; name: string };

const deleteProduct = ({ id }: ProductToDelete): Promise<void> =>
  adminCall(adminApi.deleteProduct, { params: { id } }).catch(acceptMissing);

type DeleteDialogProps = {
  product: ProductToDelete | undefined;
  onClose: () => void;
  onDeleted: (product: ProductToDelete) => void;
};

/** Asks the admin for confirmation before a product is deleted. */
export function DeleteDialog({ product, onClose, onDeleted }: DeleteDialogProps) {
  const { mutate, isPending } = useMutation({
    mutationFn: deleteProduct,
    onSuccess: (_, { id, name }) => {
      removeCachedProduct(id);
      toast.success(`${name} deleted`);
    },
    onError: (error) => {
      console.error("The product could not be deleted", error);
      const isRefused = error instanceof ApiError && error.status === 409;
      toast.error(isRefused ? error.message : adminMessages.productDeleteFailed);
    },
  });
  return (
    <ConfirmDialog
      open={product !== undefined}
      title="Delete product"
      actionText="Delete"
      pendingText="Deleting..."
      isPending={isPending}
      isDanger
      onConfirm={() => product && mutate(product, { onSuccess: () => onDeleted(product) })}
      onClose={onClose}
    >
      <p>Are you sure you want to delete this product?</p>
      <p className={styles.note}>
        <strong>{product?.name}</strong> leaves the shop at once. Orders that have it keep it.
      </p>
    </ConfirmDialog>
  );
}

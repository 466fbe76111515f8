import { useEffect, useEffectEvent } from "react";
import { messages } from "../../../shared/messages.ts";
import { lazyModule, useLazyModule } from "../lazy-module.ts";
import { notify } from "../ui/notify.ts";
import type { ProductDialogProps } from "./product-dialog.tsx";

export const productDialog = lazyModule(() => import("./product-dialog.tsx"));

/**
 * The product dialog. Its code is loaded when the page is idle, or when a product is opened before that. If it cannot be loaded, an
 * error is shown, and the product is closed.
 */
export function ProductDialog(props: ProductDialogProps) {
  const isOpen = props.product !== undefined;
  const { module: loadedModule, failed } = useLazyModule(productDialog, isOpen);
  const onFail = useEffectEvent(() => {
    notify.error(messages.partMissing);
    props.onClose();
  });
  useEffect(() => {
    if (isOpen && failed) onFail();
  }, [isOpen, failed]);
  return loadedModule && <loadedModule.ProductDialog {...props} />;
}

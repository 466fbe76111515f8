import { messages } from "../../../shared/messages.ts";
import { lazyModule, useLazyModule } from "../lazy-module.ts";
import { Button } from "../ui/button.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { Notice } from "../ui/notice.tsx";
import { Spinner } from "../ui/spinner.tsx";
import { useCart } from "./cart-context.tsx";

const contents = lazyModule(() => import("./cart-contents.tsx"));

/** The cart, in a dialog at the right. The dialog opens immediately; its contents appear when their code is loaded. */
export function CartDialog({ isOpen }: { isOpen: boolean }) {
  const { closeCart, lines } = useCart();
  const { module: loadedModule, failed, retry } = useLazyModule(contents, isOpen);
  return (
    <Dialog
      id="cart-dialog"
      open={isOpen}
      onClose={closeCart}
      variant="side"
      title="Your Cart"
      closeLabel="Close cart"
      footer={loadedModule && lines.length > 0 ? <loadedModule.CartFooter isOpen={isOpen} /> : undefined}
    >
      {loadedModule && <loadedModule.CartContents isOpen={isOpen} />}
      {!loadedModule && !failed && <Spinner label="Loading your cart..." />}
      {failed && (
        <Notice
          tone="danger"
          role="alert"
          title={messages.partMissing}
          actions={
            <Button variant="secondary" icon="refresh" onClick={retry}>
              Try Again
            </Button>
          }
        />
      )}
    </Dialog>
  );
}

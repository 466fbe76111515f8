import { useEffect, useRef, useState } from "react";
import { messages } from "../../../shared/messages.ts";
import { lineTotal } from "../../../shared/money.ts";
import type { Product } from "../../../shared/product.ts";
import { variantLabel } from "../../../shared/product.ts";
import { useAddedToast } from "../cart/added-toast.tsx";
import { useCartActions } from "../cart/cart-context.tsx";
import { Button } from "../ui/button.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { Price } from "../ui/price.tsx";
import { QuantityStepper } from "../ui/quantity-stepper.tsx";
import { useDialogHistory } from "../ui/use-dialog-history.ts";
import styles from "./product-dialog.module.css";
import { ProductDetails } from "./product-details.tsx";
import { useAddToCart } from "./add-to-cart.ts";
import type { ProductChoice } from "./use-product-choice.ts";
import { useProductChoice } from "./use-product-choice.ts";
import { selectLabel } from "./variant-picker.tsx";

type AddToCartFooterProps = {
  product: Product;
  choice: ProductChoice;
  onAdd: () => void;
  onViewCart: () => void;
};

/**
 * Quantity, total and button below the details. While a color or size is not chosen, the button moves the focus to the options
 * to choose from. If nothing can be added, shows a disabled button, or a text and a button to the cart.
 */
function AddToCartFooter({ product, choice, onAdd, onViewCart }: AddToCartFooterProps) {
  const {
    variant,
    salesEnded,
    traitToChoose,
    stock,
    maxQuantity,
    isLimitedPerProduct,
    quantity,
    chooseQuantity,
  } = choice;
  if (salesEnded || stock < 1)
    return (
      <Button disabled wide size="large" className={styles.add}>
        {salesEnded ? messages.salesEnded : messages.soldOut}
      </Button>
    );
  if (maxQuantity < 1)
    return (
      <div className={styles.allInCart}>
        <p>{isLimitedPerProduct ? messages.limitPerProduct : messages.allInCart}</p>
        <Button variant="secondary" icon="bag" onClick={onViewCart}>
          View Cart
        </Button>
      </div>
    );
  return (
    <div className={styles.footer}>
      <QuantityStepper
        productName={product.name}
        value={quantity}
        max={maxQuantity}
        onChange={chooseQuantity}
      />
      {isLimitedPerProduct && quantity === maxQuantity && (
        <p className={styles.limit}>{messages.limitPerProduct}</p>
      )}
      <p className={styles.total}>
        <span>{variantLabel(variant ?? {}) || "Total"}</span>{" "}
        <Price dollars={lineTotal(product.price, quantity)} />
      </p>
      {/* Two elements: start.ts repeats an early press of one button after hydration, and must not press the other one. */}
      {traitToChoose ? (
        <Button key="select" size="large" onClick={choice.promptForTrait} className={styles.add}>
          {selectLabel(traitToChoose)}
        </Button>
      ) : (
        <Button key="add" size="large" icon="bag" onClick={onAdd} className={styles.add}>
          Add to Cart
        </Button>
      )}
    </div>
  );
}

export type ProductDialogProps = {
  /** Undefined closes the dialog. */
  product: Product | undefined;
  /** Products that may be shown as 'Goes well with'. */
  products: readonly Product[];
  onOpen: (product: Product) => void;
  onClose: () => void;
};

/**
 * A product's details, variants and quantity; a bottom sheet on a phone. Adding to the cart closes the
 * dialog.
 */
export function ProductDialog({ product, products, onOpen, onClose }: ProductDialogProps) {
  // The dialog shows the last product until its exit transition is over.
  const [lastProduct, setLastProduct] = useState(product);
  if (product && product !== lastProduct) setLastProduct(product);
  const shownProduct = product ?? lastProduct;
  const choice = useProductChoice(shownProduct);
  const addToCart = useAddToCart();
  const showAddedToast = useAddedToast();
  const { openCart } = useCartActions();
  const { leave } = useDialogHistory("product");

  const viewCart = () => {
    onClose();
    openCart();
  };
  // The toast is shown after the dialog has closed, because screen readers ignore the page behind an open dialog.
  const addedItem = useRef<Parameters<typeof showAddedToast>[0]>(undefined);
  useEffect(() => {
    if (product || !addedItem.current) return;
    showAddedToast(addedItem.current);
    addedItem.current = undefined;
  }, [product, showAddedToast]);
  const add = () => {
    if (!product || choice.traitToChoose) return;
    const quantity = addToCart(product, choice.quantity, choice.variant?.id);
    if (quantity > 0) addedItem.current = { name: product.name, quantity, variant: choice.variant };
    choice.reset();
    onClose();
  };
  return (
    <Dialog
      bare
      wide
      sheet
      open={product !== undefined}
      onClose={onClose}
      title={shownProduct?.name ?? ""}
      closeLabel="Close details"
      footer={
        shownProduct && (
          <AddToCartFooter product={shownProduct} choice={choice} onAdd={add} onViewCart={viewCart} />
        )
      }
    >
      {shownProduct && (
        <ProductDetails
          key={shownProduct.id}
          product={shownProduct}
          choice={choice}
          products={products}
          onOpen={onOpen}
          onLeave={(to) => void leave(to)}
        />
      )}
    </Dialog>
  );
}

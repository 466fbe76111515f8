import { useEffect, useRef, useState } from "react";
import { messages } from "../../../shared/messages.ts";
import { lineTotal } from "../../../shared/money.ts";
import type { Product } from "../../../shared/product.ts";
import { useCartActions } from "../cart/cart-context.tsx";
import { Button } from "../ui/button.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { notify } from "../ui/notify.ts";
import { Price } from "../ui/price.tsx";
import { QuantityStepper } from "../ui/quantity-stepper.tsx";
import styles from "./product-dialog.module.css";
import { ProductDetails } from "./product-details.tsx";
import { useAddToCart } from "./add-to-cart.ts";
import type { ProductChoice } from "./use-product-choice.ts";
import { useProductChoice } from "./use-product-choice.ts";

type AddToCartFooterProps = {
  product: Product;
  choice: ProductChoice;
  onAdd: () => void;
  onViewCart: () => void;
};

/** Quantity and button below the details; without them when the product is sold out or all that is left is in the cart. */
function AddToCartFooter({ product, choice, onAdd, onViewCart }: AddToCartFooterProps) {
  const { stock, most, limited, quantity, chooseQuantity } = choice;
  if (stock < 1)
    return (
      <Button disabled wide size="large">
        {messages.soldOut}
      </Button>
    );
  if (most < 1)
    return (
      <div className={styles.allInCart}>
        <p>{limited ? messages.atMostOfOne : messages.allInCart}</p>
        <Button variant="secondary" icon="bag" onClick={onViewCart}>
          View Cart
        </Button>
      </div>
    );
  return (
    <div className={styles.footer}>
      <QuantityStepper of={product.name} value={quantity} max={most} onChange={chooseQuantity} />
      {limited && quantity === most && <p className={styles.limit}>{messages.atMostOfOne}</p>}
      <p className={styles.total}>
        <span>Total</span> <Price dollars={lineTotal(product.price, quantity)} />
      </p>
      <Button size="large" icon="bag" onClick={onAdd} className={styles.add}>
        Add to Cart
      </Button>
    </div>
  );
}

type ProductDialogProps = {
  /** Undefined: closed. */
  product: Product | undefined;
  onClose: () => void;
};

/** A product's details, variants and quantity; a bottom sheet on a phone. Closes after adding to the cart. */
export function ProductDialog({ product, onClose }: ProductDialogProps) {
  // The dialog shows the last product until its exit transition is over.
  const [last, setLast] = useState(product);
  if (product && product !== last) setLast(product);
  const shown = product ?? last;
  const choice = useProductChoice(shown);
  const addToCart = useAddToCart();
  const { open: openCart } = useCartActions();

  const viewCart = () => {
    onClose();
    openCart();
  };
  // The toast comes after the dialog has closed: before, screen readers ignore the page behind it.
  const added = useRef<[quantity: number, name: string]>(undefined);
  useEffect(() => {
    if (product || !added.current) return;
    notify.addedToCart(...added.current);
    added.current = undefined;
  }, [product]);
  const add = () => {
    if (!product) return;
    const quantity = addToCart(product, choice.quantity, choice.variant?.id);
    if (quantity > 0) added.current = [quantity, product.name];
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
      title={shown?.name ?? ""}
      closeLabel="Close details"
      footer={shown && <AddToCartFooter product={shown} choice={choice} onAdd={add} onViewCart={viewCart} />}
    >
      {shown && <ProductDetails key={shown.id} product={shown} choice={choice} />}
    </Dialog>
  );
}

import { SelectField } from "@aws-amplify/ui-react";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { adminApi } from "../../../../../shared/api-admin.ts";
import type { Product } from "../../../../../shared/product.ts";
import type { ProductStock, UnofferedStock as UnofferedVariant } from "../../../../../shared/stock.ts";
import { Button } from "../../../ui/button.tsx";
import { errorText } from "../admin-messages.ts";
import { adminCall } from "../auth/admin-call.ts";
import { cacheStock } from "../product-list/product-queries.ts";
import { toast } from "../toast.ts";
import type { MoveTarget } from "./unoffered-text.ts";
import { heldText, targetsOf, unofferedText } from "./unoffered-text.ts";
import styles from "./unoffered-stock.module.css";

type UnofferedRowProps = { product: Product; variant: UnofferedVariant };

/**
 * The pieces of a variant that is no longer offered, or from before the product had variants, with buttons to move them or to
 * write them off.
 */
function UnofferedRow({ product, variant }: UnofferedRowProps) {
  const { variantId = null, available } = variant;
  const targets = targetsOf(product);
  const [targetIndex, setTargetIndex] = useState(0);
  const [isConfirming, setIsConfirming] = useState(false);
  const target = targets[targetIndex] ?? targets[0];
  const heldSentence = heldText(variant);
  // A request without a target writes the pieces off.
  const moveMutation = useMutation({
    mutationFn: (to: MoveTarget | undefined) =>
      adminCall(adminApi.moveUnoffered, {
        params: { id: product.id },
        body: { from: variantId, pieces: available, ...(to ? { to: to.id } : {}) },
      }),
    onSuccess: (stock, to) => {
      cacheStock(product.id, stock);
      toast.success(to ? `${available} moved to ${to.label}` : `${available} written off`);
    },
    onError: (error) => {
      console.error("The pieces could not be moved or written off", error);
      toast.error(errorText(error));
    },
    onSettled: () => setIsConfirming(false),
  });

  return (
    <li className={styles.row}>
      <p>{unofferedText(variant)}</p>
      {heldSentence && <p className={styles.held}>{heldSentence}</p>}
      {available > 0 && (
        <div className={styles.actions}>
          <SelectField
            label="Move them to"
            labelHidden
            value={String(targetIndex)}
            onChange={(event) => setTargetIndex(Number(event.target.value))}
            className={styles.select ?? ""}
          >
            {targets.map(({ id, label }, i) => (
              <option key={id ?? ""} value={i}>
                To {label}
              </option>
            ))}
          </SelectField>
          <Button
            variant="secondary"
            loading={moveMutation.isPending && moveMutation.variables !== undefined}
            loadingText="Moving..."
            onClick={() => moveMutation.mutate(target)}
          >
            Move
          </Button>
          <Button
            variant={isConfirming ? "danger" : "secondary"}
            loading={moveMutation.isPending && moveMutation.variables === undefined}
            loadingText="Writing off..."
            onClick={() => (isConfirming ? moveMutation.mutate(undefined) : setIsConfirming(true))}
          >
            {isConfirming ? `Really write off ${available}?` : "Write off"}
          </Button>
        </div>
      )}
    </li>
  );
}

type UnofferedStockProps = {
  product: Product;
  /** Undefined until the stock is loaded. */
  stock: ProductStock | undefined;
};

/** The pieces that a product no longer offers. */
export function UnofferedStock({ product, stock }: UnofferedStockProps) {
  if (!stock || stock.unoffered.length === 0) return null;
  return (
    <section className={`card ${styles.card}`} aria-labelledby="unoffered-heading">
      <h3 id="unoffered-heading" className={styles.heading}>
        No longer offered
      </h3>
      <ul className={styles.rows}>
        {stock.unoffered.map((variant) => (
          <UnofferedRow key={variant.variantId ?? ""} product={product} variant={variant} />
        ))}
      </ul>
    </section>
  );
}

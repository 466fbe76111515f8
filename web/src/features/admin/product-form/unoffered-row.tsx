import { SelectField } from "@aws-amplify/ui-react";
import { useState } from "react";
import { adminApi } from "../../../../../shared/api-admin.ts";
import type { Product } from "../../../../../shared/product.ts";
import type { ProductStock, UnofferedStock } from "../../../../../shared/stock.ts";
import { Button } from "../../../ui/button.tsx";
import { adminCall } from "../identity/admin-call.ts";
import { reasonOf } from "../reason.ts";
import { tell } from "../tell.ts";
import { heldWords, targetsOf, unofferedWords } from "./unoffered-words.ts";
import styles from "./unoffered-stock.module.css";

type UnofferedRowProps = {
  product: Product;
  row: UnofferedStock;
  onMoved: (stock: ProductStock) => void;
};

/** One size or color that is no longer offered, and what can be done with its pieces. */
export function UnofferedRow({ product, row, onMoved }: UnofferedRowProps) {
  const { variantId = null, available } = row;
  const targets = targetsOf(product);
  const [chosen, choose] = useState(0);
  const [busy, setBusy] = useState<"move" | "write off">();
  const [sure, setSure] = useState(false);
  const to = targets[chosen] ?? targets[0];
  const held = heldWords(row);

  const run = async (what: "move" | "write off") => {
    setBusy(what);
    try {
      const body = { from: variantId, pieces: available, ...(what === "move" && to ? { to: to.id } : {}) };
      onMoved(await adminCall(adminApi.moveUnoffered, { params: { id: product.id }, body }));
      tell.done(what === "move" && to ? `${available} moved to ${to.label}` : `${available} written off`);
    } catch (error) {
      console.error("The pieces could not be moved", error);
      tell.failed(reasonOf(error));
    } finally {
      setBusy(undefined);
      setSure(false);
    }
  };

  return (
    <li className={styles.row}>
      <p>{unofferedWords(row)}</p>
      {held && <p className={styles.held}>{held}</p>}
      {available > 0 && (
        <div className={styles.actions}>
          <SelectField
            label="Move them to"
            labelHidden
            value={String(chosen)}
            onChange={({ target }) => choose(Number(target.value))}
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
            loading={busy === "move"}
            loadingText="Moving..."
            onClick={() => void run("move")}
          >
            Move
          </Button>
          <Button
            variant={sure ? "danger" : "secondary"}
            loading={busy === "write off"}
            loadingText="Writing off..."
            onClick={() => (sure ? void run("write off") : setSure(true))}
          >
            {sure ? `Really write off ${available}?` : "Write off"}
          </Button>
        </div>
      )}
    </li>
  );
}

import { TextField } from "@aws-amplify/ui-react";
import type { Product } from "../../../../../shared/product.ts";
import type { ProductStock, VariantStock } from "../../../../../shared/stock.ts";
import { Button } from "../../../ui/button.tsx";
import { IconButton } from "../../../ui/icon-button.tsx";
import type { PartProps } from "./basics.tsx";
import { textField } from "./basics.tsx";
import type { DraftVariant } from "./draft.ts";
import { newVariant } from "./draft.ts";
import styles from "./product-form.module.css";
import { StockCounts } from "./stock-counts.tsx";

type StockEditorProps = PartProps & {
  /** The product when the form was opened, and as it is now. */
  base: Product | undefined;
  now: Product | undefined;
  /** Undefined until it has been read. */
  stock: ProductStock | undefined;
};

type VariantRowProps = PartProps & { variant: DraftVariant; i: number; stock: VariantStock | undefined };

function VariantRow({ variant, i, stock, ...part }: VariantRowProps) {
  const { draft, problems, onChange } = part;
  const field = (name: "size" | "color" | "stock", label: string) => ({
    label: `${label} of variant ${i + 1}`,
    labelHidden: true,
    value: variant[name],
    hasError: problems[`variants.${i}.${name}`] !== undefined,
    errorMessage: problems[`variants.${i}.${name}`],
    onChange: ({ target }: { target: { value: string } }) =>
      onChange({
        variants: draft.variants.map((other) =>
          other.key === variant.key ? { ...other, [name]: target.value } : other,
        ),
      }),
  });
  return (
    <li className={styles.variant}>
      <TextField {...field("size", "Size")} placeholder="e.g. M" maxLength={40} />
      <TextField {...field("color", "Color")} placeholder="e.g. Charcoal" maxLength={40} />
      <TextField
        {...field("stock", "Stock")}
        inputMode="numeric"
        placeholder="0"
        className={styles.number ?? ""}
      />
      <IconButton
        icon="trash"
        iconSize={18}
        label={`Remove variant ${i + 1}`}
        onClick={() => onChange({ variants: draft.variants.filter(({ key }) => key !== variant.key) })}
      />
      <StockCounts stock={stock} />
    </li>
  );
}

/** The stock of the product, or of each of its variants. */
export function StockEditor({ base, now, stock, ...part }: StockEditorProps) {
  const { draft, onChange } = part;
  const sold = base && now ? base.stock - now.stock : 0;
  const hasVariants = draft.variants.length > 0;
  const stockOf = (id: string | undefined) => stock?.variants.find(({ variantId }) => variantId === id);
  return (
    <section className={`card ${styles.card}`} aria-labelledby="stock-heading">
      <h3 id="stock-heading" className={styles.heading}>
        Stock
      </h3>
      {sold > 0 && (
        <p className={styles.hint}>
          {sold} sold since you opened this form. They stay sold: only what you add or take away is saved.
        </p>
      )}
      {hasVariants ? (
        <>
          <div className={styles.variantHead} aria-hidden="true">
            <span>Size</span>
            <span>Color</span>
            <span>Stock</span>
          </div>
          {(part.problems["variants"] ?? part.problems["stock"]) && (
            <p role="alert" className={styles.problem}>
              {part.problems["variants"] ?? part.problems["stock"]}
            </p>
          )}
          <ul className={styles.lines}>
            {draft.variants.map((variant, i) => (
              <VariantRow
                key={variant.key}
                variant={variant}
                i={i}
                stock={variant.id === undefined ? undefined : stockOf(variant.id)}
                {...part}
              />
            ))}
          </ul>
        </>
      ) : (
        <div className={styles.trio}>
          <TextField
            {...textField(part, "stock")}
            label="Stock"
            inputMode="numeric"
            placeholder="0"
            isRequired
            className={styles.number ?? ""}
          />
          <TextField {...textField(part, "size")} label="Size (optional)" maxLength={40} />
          <TextField {...textField(part, "color")} label="Color (optional)" maxLength={40} />
          <StockCounts stock={stockOf(undefined)} />
        </div>
      )}
      <Button
        variant="secondary"
        icon="plus"
        onClick={() => onChange({ variants: [...draft.variants, newVariant()] })}
      >
        {hasVariants ? "Add variant" : "Add sizes or colors"}
      </Button>
    </section>
  );
}

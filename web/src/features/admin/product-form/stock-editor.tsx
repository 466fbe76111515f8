import { TextField } from "@aws-amplify/ui-react";
import { useRef, useState } from "react";
import type { Product } from "../../../../../shared/product.ts";
import { LOW_STOCK } from "../../../../../shared/product.ts";
import type { ProductStock, VariantStock } from "../../../../../shared/stock.ts";
import { Button } from "../../../ui/button.tsx";
import { IconButton } from "../../../ui/icon-button.tsx";
import type { DraftProps } from "./basics.tsx";
import { textFieldProps } from "./basics.tsx";
import type { DraftVariant } from "./draft.ts";
import { createVariant } from "./draft.ts";
import styles from "./product-form.module.css";
import { StockCounts } from "./stock-counts.tsx";
import { VariantMaker } from "./variant-maker.tsx";

type StockEditorProps = DraftProps & {
  /** The product when the form was opened. */
  base: Product | undefined;
  /** The product as the server has stored it now. */
  currentProduct: Product | undefined;
  /** Undefined until the stock is loaded. */
  stock: ProductStock | undefined;
};

type VariantRowProps = DraftProps & { variant: DraftVariant; index: number; stock: VariantStock | undefined };

function VariantRow({ variant, index, stock, ...draftProps }: VariantRowProps) {
  const { draft, problems, onChange } = draftProps;
  const field = (name: "size" | "color" | "stock", label: string) => ({
    label: `${label} of variant ${index + 1}`,
    labelHidden: true,
    value: variant[name],
    hasError: problems[`variants.${index}.${name}`] !== undefined,
    errorMessage: problems[`variants.${index}.${name}`],
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
        label={`Remove variant ${index + 1}`}
        onClick={() => onChange({ variants: draft.variants.filter(({ key }) => key !== variant.key) })}
      />
      <StockCounts stock={stock} />
    </li>
  );
}

/** The stock of the product, or of each of its variants. */
export function StockEditor({ base, currentProduct, stock, ...draftProps }: StockEditorProps) {
  const { draft, onChange } = draftProps;
  const stockDecrease = base && currentProduct ? base.stock - currentProduct.stock : 0;
  const hasVariants = draft.variants.length > 0;
  const [isMakerOpen, setIsMakerOpen] = useState(false);
  const makerButtonRef = useRef<HTMLButtonElement>(null);
  /** The stock of a variant; without `id`, the stock of a product without variants. */
  const stockOf = (id: string | undefined) => stock?.variants.find(({ variantId }) => variantId === id);
  return (
    <section className={`card ${styles.card}`} aria-labelledby="stock-heading">
      <h3 id="stock-heading" className={styles.heading}>
        Stock
      </h3>
      {stockDecrease > 0 && (
        <p className={styles.hint}>
          {stockDecrease} fewer in stock than when you opened this form. Saving does not bring them back: only
          what you add or take away is saved.
        </p>
      )}
      {hasVariants ? (
        <>
          {(draftProps.problems["variants"] ?? draftProps.problems["stock"]) && (
            <p role="alert" className={styles.problem}>
              {draftProps.problems["variants"] ?? draftProps.problems["stock"]}
            </p>
          )}
          <div className={styles.variantHead} aria-hidden="true">
            <span>Size</span>
            <span>Color</span>
            <span>Stock</span>
          </div>
          <ul className={styles.lines}>
            {draft.variants.map((variant, i) => (
              <VariantRow
                key={variant.key}
                variant={variant}
                index={i}
                stock={variant.id === undefined ? undefined : stockOf(variant.id)}
                {...draftProps}
              />
            ))}
          </ul>
        </>
      ) : (
        <div className={styles.trio}>
          <TextField
            {...textFieldProps(draftProps, "stock")}
            label="Stock"
            inputMode="numeric"
            placeholder="0"
            isRequired
            className={styles.number ?? ""}
          />
          <TextField {...textFieldProps(draftProps, "size")} label="Size (optional)" maxLength={40} />
          <TextField {...textFieldProps(draftProps, "color")} label="Color (optional)" maxLength={40} />
          <StockCounts stock={stockOf(undefined)} />
        </div>
      )}
      <TextField
        {...textFieldProps(draftProps, "lowStockBelow")}
        label="Warn below (optional)"
        descriptiveText={`The shop warns you when fewer are left${hasVariants ? " of a variant" : ""}. Empty: ${LOW_STOCK}. 0: never. Visitors see 'Only 3 left!' below ${LOW_STOCK} in any case.`}
        inputMode="numeric"
        placeholder={String(LOW_STOCK)}
        maxLength={6}
        className={styles.number ?? ""}
      />
      {isMakerOpen && (
        <VariantMaker
          variants={draft.variants}
          onChange={(variants) => onChange({ variants })}
          onClose={() => {
            setIsMakerOpen(false);
            makerButtonRef.current?.focus();
          }}
        />
      )}
      <div className={styles.buttons}>
        <Button
          variant="secondary"
          icon="plus"
          onClick={() => onChange({ variants: [...draft.variants, createVariant()] })}
        >
          {hasVariants ? "Add variant" : "Add sizes or colors"}
        </Button>
        <Button
          ref={makerButtonRef}
          variant="ghost"
          aria-expanded={isMakerOpen}
          icon={isMakerOpen ? "chevron-up" : "chevron-down"}
          onClick={() => setIsMakerOpen(!isMakerOpen)}
        >
          Add several at once
        </Button>
      </div>
    </section>
  );
}

import { SelectField, SwitchField, TextAreaField, TextField } from "@aws-amplify/ui-react";
import type { Product } from "../../../../../shared/product.ts";
import { ProductState, TICKET } from "../../../../../shared/product.ts";
import { STATE_LABEL } from "../product-list/product-state.ts";
import { categoryOptions } from "../product-list/find-products.ts";
import type { ProductDraft } from "./draft.ts";
import styles from "./product-form.module.css";

export type DraftProps = {
  draft: ProductDraft;
  /** Error messages by field, such as 'price' or 'variants.2.stock'. */
  problems: Record<string, string>;
  onChange: (change: Partial<ProductDraft>) => void;
};

/** The props of a text field that edits a value of the draft. */
export const textFieldProps = (
  { draft, problems, onChange }: DraftProps,
  name: "name" | "description" | "price" | "stock" | "lowStockBelow" | "size" | "color" | "grams",
) => ({
  name,
  value: draft[name],
  hasError: problems[name] !== undefined,
  errorMessage: problems[name],
  onChange: ({ target }: { target: { value: string } }) => onChange({ [name]: target.value }),
});

/** The name, description, price, category, weight and state of a product, and whether it is featured. */
export function Basics({ products, ...draftProps }: DraftProps & { products: readonly Product[] }) {
  const { draft, problems, onChange } = draftProps;
  return (
    <section className={`card ${styles.card}`} aria-label="Basics">
      <TextField {...textFieldProps(draftProps, "name")} label="Name" isRequired maxLength={120} />
      <TextAreaField
        {...textFieldProps(draftProps, "description")}
        label="Description"
        descriptiveText="The first 80 characters appear on the card in the store."
        isRequired
        rows={5}
        maxLength={4000}
      />
      <div className={styles.pair}>
        <TextField
          {...textFieldProps(draftProps, "price")}
          label="Price"
          inputMode="decimal"
          placeholder="0.00"
          isRequired
          className={styles.number ?? ""}
          innerStartComponent={<span className={styles.dollar}>$</span>}
        />
        <SelectField
          label="Category"
          name="category"
          value={draft.category}
          hasError={problems["category"] !== undefined}
          errorMessage={problems["category"]}
          isRequired
          onChange={({ target }) => onChange({ category: target.value })}
        >
          <option value="" disabled>
            Choose a category
          </option>
          {categoryOptions(products).map(({ id, label }) => (
            <option key={id} value={id}>
              {label}
            </option>
          ))}
        </SelectField>
      </div>
      {draft.category !== TICKET && (
        <TextField
          {...textFieldProps(draftProps, "grams")}
          label="Weight in grams (optional)"
          descriptiveText="One item with its packaging, for shipping by weight. An ounce is 28 grams."
          inputMode="numeric"
          className={styles.number ?? ""}
        />
      )}
      <SelectField
        label="Product state"
        name="state"
        descriptiveText="Customers see and buy only what is in the store."
        value={draft.state}
        onChange={({ target }) =>
          onChange({ state: ProductState.options.find((state) => state === target.value) ?? draft.state })
        }
      >
        {Object.entries(STATE_LABEL).map(([state, label]) => (
          <option key={state} value={state}>
            {label}
          </option>
        ))}
      </SelectField>
      <SwitchField
        label="Featured: on the home page and in the store's carousel"
        labelPosition="end"
        isChecked={draft.featured}
        onChange={({ target }) => onChange({ featured: target.checked })}
      />
    </section>
  );
}

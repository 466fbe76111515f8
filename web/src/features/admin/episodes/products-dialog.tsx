import { useId, useState } from "react";
import { MAX_EPISODE_PRODUCTS } from "../../../../../shared/episode.ts";
import { wordsMatcher } from "../../../normalize-for-search.ts";
import { Checkbox } from "../../../ui/controls.tsx";
import { FormDialog } from "../form-dialog.tsx";
import type { EpisodeProduct } from "./episode-products.ts";
import styles from "./products-dialog.module.css";
import { useSaveProducts, type AdminEpisode, type ProductsChange } from "./use-admin-episodes.ts";

type ProductsDialogProps = {
  open: boolean;
  episode: AdminEpisode;
  products: readonly EpisodeProduct[];
  onClose: () => void;
};

type ProductsFormProps = Pick<ProductsDialogProps, "episode" | "products"> & {
  id: string;
  onSave: (change: ProductsChange) => void;
};

function ProductsForm({ id: formId, episode, products, onSave }: ProductsFormProps) {
  /** The ids of the episode's products when the form was opened. */
  const [shownIds] = useState(episode.productIds);
  // Leaves out products that were deleted.
  const [chosenIds, setChosenIds] = useState(() =>
    shownIds.filter((id) => products.some((product) => product.id === id)),
  );
  const [search, setSearch] = useState("");
  const matchesSearch = wordsMatcher(search);
  const listedProducts = products.filter(
    ({ id, label, isInStore }) => matchesSearch(label) && (isInStore || shownIds.includes(id)),
  );
  const isFull = chosenIds.length >= MAX_EPISODE_PRODUCTS;
  const toggle = (id: string, isChosen: boolean) =>
    setChosenIds(isChosen ? [...chosenIds, id] : chosenIds.filter((otherId) => otherId !== id));
  return (
    <form
      id={formId}
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault();
        onSave({ productIds: chosenIds, shownIds });
      }}
    >
      <input
        type="search"
        aria-label="Search products"
        placeholder="Search products"
        value={search}
        onChange={(event) => setSearch(event.currentTarget.value)}
        // Without this, Enter would save the choice, because the field is in the form.
        onKeyDown={(event) => event.key === "Enter" && event.preventDefault()}
        className={styles.search}
      />
      <fieldset className={styles.list}>
        <legend className={styles.legend}>
          {chosenIds.length} chosen, at most {MAX_EPISODE_PRODUCTS}
        </legend>
        {listedProducts.map(({ id, label }) => (
          <Checkbox
            key={id}
            label={label}
            checked={chosenIds.includes(id)}
            disabled={isFull && !chosenIds.includes(id)}
            onChange={(event) => toggle(id, event.currentTarget.checked)}
          />
        ))}
        {listedProducts.length === 0 && <p>No product in the store has this name.</p>}
      </fieldset>
    </form>
  );
}

/** Chooses the products that an episode's page shows. */
export function ProductsDialog({ open, episode, products, onClose }: ProductsDialogProps) {
  const formId = useId();
  const saveMutation = useSaveProducts(episode.id, onClose);
  return (
    <FormDialog
      open={open}
      title={`In “${episode.title}”`}
      formId={formId}
      actionText="Save"
      pendingText="Saving..."
      isPending={saveMutation.isPending}
      error={saveMutation.error}
      onClose={() => {
        saveMutation.reset();
        onClose();
      }}
    >
      {open && (
        <ProductsForm
          id={formId}
          episode={episode}
          products={products}
          onSave={(change) => {
            if (!saveMutation.isPending) saveMutation.mutate(change);
          }}
        />
      )}
    </FormDialog>
  );
}

import { useState } from "react";
import { MAX_EPISODE_PRODUCTS } from "../../../../../shared/episode.ts";
import { wordsMatcher } from "../../../normalize-for-search.ts";
import { Button } from "../../../ui/button.tsx";
import { Checkbox } from "../../../ui/controls.tsx";
import { Dialog } from "../../../ui/dialog.tsx";
import { FormFailure } from "../form-failure.tsx";
import type { EpisodeProduct } from "./episode-products.ts";
import styles from "./products-dialog.module.css";
import { useSaveProducts, type AdminEpisode } from "./use-admin-episodes.ts";

type ProductsDialogProps = {
  open: boolean;
  episode: AdminEpisode;
  products: readonly EpisodeProduct[];
  onClose: () => void;
};

function ProductsForm({ episode, products, onClose }: Omit<ProductsDialogProps, "open">) {
  /** The products of the episode when the form was opened. */
  const [shownIds] = useState(episode.productIds);
  // Leaves out products that were deleted.
  const [chosenIds, setChosenIds] = useState(() =>
    shownIds.filter((id) => products.some((product) => product.id === id)),
  );
  const [search, setSearch] = useState("");
  const saveMutation = useSaveProducts(episode.id, shownIds, onClose);
  const matchesSearch = wordsMatcher(search);
  const listedProducts = products.filter(
    ({ id, label, isInStore }) => matchesSearch(label) && (isInStore || shownIds.includes(id)),
  );
  const isFull = chosenIds.length >= MAX_EPISODE_PRODUCTS;
  const toggle = (id: string, isChosen: boolean) =>
    setChosenIds(isChosen ? [...chosenIds, id] : chosenIds.filter((otherId) => otherId !== id));
  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault();
        if (!saveMutation.isPending) saveMutation.mutate(chosenIds);
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
      <FormFailure error={saveMutation.error} />
      <div className={styles.actions}>
        <Button variant="secondary" onClick={onClose}>
          Cancel
        </Button>
        <Button type="submit" loading={saveMutation.isPending} loadingText="Saving...">
          Save
        </Button>
      </div>
    </form>
  );
}

/** Chooses the products that an episode's page shows. */
export function ProductsDialog({ open, onClose, ...formProps }: ProductsDialogProps) {
  return (
    <Dialog open={open} onClose={onClose} title={`In “${formProps.episode.title}”`} closeLabel="Close">
      {open && <ProductsForm {...formProps} onClose={onClose} />}
    </Dialog>
  );
}

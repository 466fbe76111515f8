import { useState } from "react";
import { paths } from "../../../paths.ts";
import { Badge } from "../../../ui/badge.tsx";
import { Button } from "../../../ui/button.tsx";
import { VisuallyHidden } from "../../../ui/visually-hidden.tsx";
import type { EpisodeProduct } from "./episode-products.ts";
import styles from "./episodes-tab.module.css";
import { ProductsDialog } from "./products-dialog.tsx";
import type { AdminEpisode } from "./use-admin-episodes.ts";

type EpisodeRowProps = {
  episode: AdminEpisode;
  /** All products of the shop. */
  products: readonly EpisodeProduct[];
};

const dateFormat = new Intl.DateTimeFormat("en-US", { dateStyle: "medium", timeZone: "UTC" });

/** An episode, the products that its page shows, and the button that changes the products. */
export function EpisodeRow({ episode, products }: EpisodeRowProps) {
  const [isDialogOpen, setIsDialogOpen] = useState(false);
  const shownProducts = products.filter(({ id }) => episode.productIds.includes(id));
  return (
    <li className={`card ${styles.row}`}>
      <div>
        <p className={styles.date}>{dateFormat.format(new Date(episode.publishedAt))}</p>
        <a href={paths.episode(episode.id)} target="_blank" rel="noopener" className={styles.title}>
          {episode.title}
          <VisuallyHidden> (opens in a new tab)</VisuallyHidden>
        </a>
        {!episode.audio.isPlayable && (
          <Badge tone="warn" icon="alert">
            Plays only at its host: {URL.parse(episode.audio.url)?.origin} is not in the stage's mediaOrigins
          </Badge>
        )}
        {shownProducts.length > 0 && (
          <ul aria-label="Products" className={styles.products}>
            {shownProducts.map(({ id, label }) => (
              <li key={id} className={styles.product}>
                {label}
              </li>
            ))}
          </ul>
        )}
      </div>
      <Button variant="secondary" icon="tag" onClick={() => setIsDialogOpen(true)}>
        Products<VisuallyHidden> of {episode.title}</VisuallyHidden>
      </Button>
      <ProductsDialog
        open={isDialogOpen}
        episode={episode}
        products={products}
        onClose={() => setIsDialogOpen(false)}
      />
    </li>
  );
}

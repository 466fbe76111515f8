import { useState } from "react";
import type { Product } from "../../../../../shared/product.ts";
import { wordsMatcher } from "../../../normalize-for-search.ts";
import { Button } from "../../../ui/button.tsx";
import { Checkbox } from "../../../ui/controls.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { errorText } from "../admin-messages.ts";
import { useAdminEpisodes } from "../episodes/use-admin-episodes.ts";
import type { EpisodeOfProduct } from "../episodes/use-episodes-of-product.ts";
import { useEpisodeChange, useEpisodesOfProduct } from "../episodes/use-episodes-of-product.ts";
import { hasPodcast } from "../auth/amplify.ts";
import styles from "./shown-in-episodes.module.css";

type EpisodeChoiceProps = { product: Product; currentEpisodes: readonly EpisodeOfProduct[] };

const titleOf = ({ title, isGone }: EpisodeOfProduct): string =>
  isGone ? `${title} (no longer in the feed)` : title;

/** The loaded episodes, each with a checkbox that saves the choice. `currentEpisodes`: the episodes that show the product. */
function EpisodeChoice({ product, currentEpisodes }: EpisodeChoiceProps) {
  const [pageCount, setPageCount] = useState(1);
  const [search, setSearch] = useState("");
  const { data, error } = useAdminEpisodes(pageCount);
  const { mutateAsync } = useEpisodeChange(product.id);
  /** The changes that are being saved, by the episode's id: whether the episode will show the product. */
  const [changes, setChanges] = useState<ReadonlyMap<string, boolean>>(new Map());
  const matchesSearch = wordsMatcher(search);
  const otherEpisodes = (data?.episodes ?? []).filter(
    ({ id }) => !currentEpisodes.some((episode) => episode.id === id),
  );
  const episodes = [...currentEpisodes, ...otherEpisodes.map((episode) => ({ ...episode, isGone: false }))]
    .filter(({ title }) => matchesSearch(title))
    .toSorted((a, b) => b.publishedAt.localeCompare(a.publishedAt));
  const isShown = (id: string): boolean =>
    changes.get(id) ?? currentEpisodes.some((episode) => episode.id === id);
  const change = async (episode: EpisodeOfProduct, willBeShown: boolean): Promise<void> => {
    if (changes.has(episode.id)) return;
    setChanges((current) => new Map(current).set(episode.id, willBeShown));
    // The mutation shows a failure as a toast.
    await mutateAsync({ episode, isShown: willBeShown }).catch(() => undefined);
    setChanges((current) => new Map([...current].filter(([id]) => id !== episode.id)));
  };
  return (
    <div className={styles.choice}>
      <input
        type="search"
        aria-label="Search episodes"
        placeholder="Search titles"
        value={search}
        onChange={(event) => setSearch(event.currentTarget.value)}
        // Without this, Enter would save the product, because the field is in the product's form.
        onKeyDown={(event) => event.key === "Enter" && event.preventDefault()}
        className={styles.search}
      />
      {error && (
        <Notice tone="danger" role="alert">
          {errorText(error)}
        </Notice>
      )}
      <div role="group" aria-label="Episodes" className={styles.list}>
        {episodes.map((episode) => (
          <Checkbox
            key={episode.id}
            label={titleOf(episode)}
            checked={isShown(episode.id)}
            onKeyDown={(event) => event.key === "Enter" && event.preventDefault()}
            onChange={({ currentTarget }) => void change(episode, currentTarget.checked)}
          />
        ))}
      </div>
      <p role="status" className={styles.hint}>
        {!data && !error && "Loading episodes..."}
        {data &&
          episodes.length === 0 &&
          (search.trim() === "" ? "No episodes yet." : "None of the loaded episodes has this title.")}
      </p>
      {data?.next !== undefined && (
        <Button variant="secondary" onClick={() => setPageCount(pageCount + 1)}>
          Show older episodes
        </Button>
      )}
    </div>
  );
}

function EpisodesSection({ product }: { product: Product }) {
  const [isOpen, setIsOpen] = useState(false);
  const { data, error } = useEpisodesOfProduct(product.id);
  return (
    <section className={`card ${styles.card}`} aria-labelledby="episodes-heading">
      <div className={styles.head}>
        <h3 id="episodes-heading" className={styles.heading}>
          Shown in episodes
        </h3>
        <Button
          variant="ghost"
          icon={isOpen ? "chevron-up" : "chevron-down"}
          aria-expanded={isOpen}
          aria-describedby="episodes-heading"
          onClick={() => setIsOpen(!isOpen)}
        >
          {isOpen ? "Hide" : "Change"}
        </Button>
      </div>
      <p className={styles.hint}>
        The pages of these episodes show the product, and its page links to them. A change is saved at once.
      </p>
      {error && (
        <Notice tone="danger" role="alert">
          {errorText(error)}
        </Notice>
      )}
      {data?.episodes.length === 0 && <p>None yet.</p>}
      {data && data.episodes.length > 0 && (
        <ul aria-label="Episodes that show the product" className={styles.shown}>
          {data.episodes.map((episode) => (
            <li key={episode.id}>{titleOf(episode)}</li>
          ))}
        </ul>
      )}
      {isOpen && data && <EpisodeChoice product={product} currentEpisodes={data.episodes} />}
    </section>
  );
}

/** Which episodes show a product. Renders nothing in a stage without a podcast. */
export function ShownInEpisodes({ product }: { product: Product }) {
  return hasPodcast() ? <EpisodesSection product={product} /> : null;
}

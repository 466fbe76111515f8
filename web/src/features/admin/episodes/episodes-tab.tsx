import { SearchField } from "@aws-amplify/ui-react";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { FeedState } from "../../../../../shared/feed-state.ts";
import { Button } from "../../../ui/button.tsx";
import { EmptyState } from "../../../ui/empty-state.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { agoText } from "../ago-text.ts";
import { Heading } from "../heading.tsx";
import { LoadState } from "../load-state.tsx";
import { productListQuery } from "../product-list/product-queries.ts";
import { useNow } from "../use-now.ts";
import { toEpisodeProducts } from "./episode-products.ts";
import { EpisodeRow } from "./episode-row.tsx";
import styles from "./episodes-tab.module.css";
import { useAdminEpisodes } from "./use-admin-episodes.ts";

/** When the feed was read, or why it cannot be read. */
function FeedStateLine({ feed }: { feed: FeedState | undefined }) {
  const now = useNow();
  if (!feed) return <p className={styles.hint}>The feed has not been read yet.</p>;
  const { failure, failingSince, readAt } = feed;
  if (failure !== undefined && failingSince !== undefined)
    return (
      <Notice tone="warn" role="status" title="The podcast's feed cannot be read" className={styles.failure}>
        {failure}. First noticed {agoText(failingSince, now)}. Visitors see the episodes that were read
        before.
      </Notice>
    );
  return (
    <p className={styles.hint}>
      Choose the products that the page of an episode shows. The feed is read every 15 minutes
      {readAt !== undefined && <>, the last time {agoText(readAt, now)}</>}.
    </p>
  );
}

/** The podcast's episodes, and the products that the page of each episode shows. */
export function EpisodesTab() {
  const [pageCount, setPageCount] = useState(1);
  const [search, setSearch] = useState("");
  const { data, error, retry } = useAdminEpisodes(pageCount);
  const { data: productList, error: productsError, refetch: reloadProducts } = useQuery(productListQuery);
  const retryAll = () => {
    retry();
    void reloadProducts();
  };
  const products = productList ? toEpisodeProducts(productList) : [];
  const searchText = search.trim().toLowerCase();
  const matchingEpisodes =
    data?.episodes.filter(({ title }) => title.toLowerCase().includes(searchText)) ?? [];
  return (
    <LoadState
      what={error === undefined && productsError ? "products" : "episodes"}
      heading="Episodes"
      hasData={data !== undefined && productList !== undefined}
      error={error ?? productsError ?? undefined}
      retry={retryAll}
    >
      <div className={styles.head}>
        <Heading>Episodes</Heading>
        <SearchField
          label="Search the episodes shown"
          placeholder="Search titles..."
          value={search}
          hasSearchButton={false}
          hasSearchIcon
          onChange={({ target }) => setSearch(target.value)}
          onClear={() => setSearch("")}
          className={styles.search ?? ""}
        />
      </div>
      <FeedStateLine feed={data?.feed} />
      {matchingEpisodes.length === 0 ? (
        <div className="card">
          <EmptyState
            icon="sound"
            title={searchText === "" ? "No episodes yet" : "None of the loaded episodes has this title"}
          />
        </div>
      ) : (
        <ul className={styles.list}>
          {matchingEpisodes.map((episode) => (
            <EpisodeRow key={episode.id} episode={episode} products={products} />
          ))}
        </ul>
      )}
      {data?.next !== undefined && (
        <Button variant="secondary" onClick={() => setPageCount(pageCount + 1)} className={styles.more}>
          Show older episodes
        </Button>
      )}
    </LoadState>
  );
}

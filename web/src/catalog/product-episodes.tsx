import { useEffect, useState } from "react";
import { catalogApi } from "../../../shared/api-catalog.ts";
import { call } from "../api.ts";
import { paths } from "../paths.ts";
import { hasPodcast } from "../podcast/podcast-setting.ts";
import { Link } from "../router/link.tsx";
import { onPlainClick } from "../ui/plain-click.ts";
import styles from "./product-episodes.module.css";

type Episodes = readonly { id: string; title: string }[];

/** The episodes that the product is tied to. Does not ask the API in a stage without a podcast. */
async function episodesOf(id: string, signal: AbortSignal): Promise<Episodes> {
  if (!(await hasPodcast())) return [];
  return (await call(catalogApi.getProduct, { params: { id }, signal })).episodes ?? [];
}

type ProductEpisodesProps = {
  productId: string;
  /** Leaves the dialog and opens another page. */
  onLeave: (to: string) => void;
};

/** Links to the podcast's episodes that a product is tied to. Shows nothing if there are none. */
export function ProductEpisodes({ productId, onLeave }: ProductEpisodesProps) {
  const [episodes, setEpisodes] = useState<Episodes>([]);
  useEffect(() => {
    const controller = new AbortController();
    episodesOf(productId, controller.signal).then(setEpisodes, (error: unknown) => {
      if (!controller.signal.aborted) console.error("The episodes of a product could not be loaded", error);
    });
    return () => controller.abort();
  }, [productId]);
  if (episodes.length === 0) return null;
  return (
    <div>
      <h3 className={styles.heading}>Heard in</h3>
      <ul className={styles.list}>
        {episodes.map(({ id, title }) => (
          <li key={id}>
            <Link to={paths.episode(id)} onClick={onPlainClick(() => onLeave(paths.episode(id)))}>
              {title}
            </Link>
          </li>
        ))}
      </ul>
    </div>
  );
}

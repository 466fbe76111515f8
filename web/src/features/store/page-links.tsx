import { paths } from "../../paths.ts";
import { pageCountOf } from "./list-page.ts";
import styles from "./store-products.module.css";
import type { Filters } from "./use-filters.ts";
import { queryOf } from "./use-filters.ts";

/** `count`: of all products that match the filters. */
type PageLinksProps = { count: number; filters: Filters };

function Links({ count, filters }: PageLinksProps) {
  const pageCount = pageCountOf(count);
  if (pageCount === 1) return null;
  const current = Math.min(filters.page, pageCount);
  const hrefOf = (page: number) => {
    const query = queryOf({ ...filters, page });
    return paths.store + (query && `?${query}`);
  };
  return (
    <nav aria-label="Pages" className={styles.pages}>
      {Array.from({ length: pageCount }, (_, index) => index + 1).map((page) => (
        <a key={page} href={hrefOf(page)} aria-current={page === current ? "page" : undefined}>
          Page {page}
        </a>
      ))}
    </nav>
  );
}

/**
 * Links to the pages of a list. On the first page they are for browsers without JavaScript only, whose HTML has only the
 * first cards: only the server renders them, because React leaves a noscript element as it is.
 */
export const PageLinks = (props: PageLinksProps) =>
  props.filters.page > 1 ? (
    <Links {...props} />
  ) : (
    <noscript>{import.meta.env.SSR && <Links {...props} />}</noscript>
  );

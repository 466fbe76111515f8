import { paths } from "../../paths.ts";
import { CARDS_PER_PAGE } from "../../catalog/product-grid.tsx";
import { MAX_LIST_PAGE } from "../../../../shared/max-list-page.ts";
import styles from "./store-products.module.css";
import type { Filters } from "./use-filters.ts";
import { queryOf } from "./use-filters.ts";

/** `productCount`: how many products match the filters, on all pages. */
type PageLinksProps = { productCount: number; filters: Filters };

function Links({ productCount, filters }: PageLinksProps) {
  const pageCount = Math.min(Math.ceil(productCount / CARDS_PER_PAGE), MAX_LIST_PAGE);
  if (pageCount <= 1) return null;
  const currentPage = Math.min(filters.page, pageCount);
  const hrefOf = (page: number) => {
    const query = queryOf({ ...filters, page });
    return paths.store + (query && `?${query}`);
  };
  return (
    <nav aria-label="Pages" className={styles.pages}>
      {Array.from({ length: pageCount }, (_, index) => index + 1).map((page) => (
        <a key={page} href={hrefOf(page)} aria-current={page === currentPage ? "page" : undefined}>
          Page {page}
        </a>
      ))}
    </nav>
  );
}

/**
 * Links to the pages of a list. On the first page only browsers without JavaScript show them. Without JavaScript, the first
 * page has only the first cards, and nothing loads the other products.
 */
export const PageLinks = (props: PageLinksProps) =>
  props.filters.page > 1 ? (
    <Links {...props} />
  ) : (
    <noscript>
      <Links {...props} />
    </noscript>
  );

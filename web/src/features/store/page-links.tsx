import { paths } from "../../paths.ts";
import { useLocation } from "../../router/hooks.ts";
import { listPage } from "./list-page.ts";
import styles from "./store-products.module.css";

function Links({ count }: { count: number }) {
  const params = new URLSearchParams(useLocation().search);
  const { page: current, pageCount } = listPage(params, count);
  const numbers = Array.from({ length: pageCount }, (_, index) => index + 1);
  const hrefOf = (page: number) => {
    params.set("page", String(page));
    return `${paths.store}?${params}`;
  };
  return (
    <nav aria-label="Pages" className={styles.pages}>
      {numbers.map((page) => (
        <a key={page} href={hrefOf(page)} aria-current={page === current ? "page" : undefined}>
          Page {page}
        </a>
      ))}
    </nav>
  );
}

/**
 * Links to the pages of a list of `count` products, for browsers without JavaScript: the HTML has only the first cards.
 * Only the server renders them; React leaves a noscript element as it is.
 */
export const PageLinks = ({ count }: { count: number }) => (
  <noscript>{import.meta.env.SSR && <Links count={count} />}</noscript>
);

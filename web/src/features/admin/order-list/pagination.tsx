import { Button } from "../../../ui/button.tsx";
import { cx } from "../../../ui/class-names.ts";
import { pageNumbers } from "./paging.ts";
import styles from "./pagination.module.css";

type PaginationProps = { page: number; lastPage: number; onPage: (page: number) => void };

export function Pagination({ page, lastPage, onPage }: PaginationProps) {
  // Not `disabled`: the button would lose the focus at the first and the last page.
  const stepProps = (newPage: number) => {
    const isPossible = newPage >= 1 && newPage <= lastPage;
    return { "aria-disabled": !isPossible, onClick: () => isPossible && onPage(newPage) };
  };
  return (
    <nav aria-label="Pages of orders" className={styles.pagination}>
      <Button variant="secondary" icon="chevron-left" {...stepProps(page - 1)} className={styles.step}>
        Previous
      </Button>
      <ul className={styles.numbers}>
        {pageNumbers(page, lastPage).map((number, i) =>
          number === "ellipsis" ? (
            <li key={`gap-${i}`} className={styles.gap}>
              …
            </li>
          ) : (
            <li key={number}>
              <button
                type="button"
                aria-current={number === page ? "page" : undefined}
                className={cx(styles.number, number === page && styles.current)}
                onClick={() => onPage(number)}
              >
                {number}
              </button>
            </li>
          ),
        )}
      </ul>
      <Button variant="secondary" iconAfter="chevron-right" {...stepProps(page + 1)} className={styles.step}>
        Next
      </Button>
    </nav>
  );
}

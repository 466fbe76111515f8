import { type ReactNode, useId, useState } from "react";
import { Button } from "../../ui/button.tsx";
import styles from "./filters.module.css";
import { useIsNarrow } from "./use-is-narrow.ts";

/** The width of the media query in filters.module.css. */
const MAX_PHONE_WIDTH_PX = 480;

type FiltersProps = {
  /** The number of filters that the user has set. */
  activeCount: number;
  children: ReactNode;
};

/**
 * The filters and the sorting of a list, in its toolbar. On a phone they would push the list out of sight, so a button shows and
 * hides them.
 */
export function Filters({ activeCount, children }: FiltersProps) {
  const isPhone = useIsNarrow(MAX_PHONE_WIDTH_PX);
  const [isOpen, setIsOpen] = useState(false);
  const filtersId = useId();
  return (
    <>
      {isPhone && (
        <Button
          variant="secondary"
          iconAfter={isOpen ? "chevron-up" : "chevron-down"}
          aria-expanded={isOpen}
          aria-controls={filtersId}
          onClick={() => setIsOpen(!isOpen)}
          className={styles.toggle}
        >
          Filter & sort{activeCount > 0 && ` (${activeCount})`}
        </Button>
      )}
      <div id={filtersId} hidden={isPhone && !isOpen} className={styles.filters}>
        {children}
      </div>
    </>
  );
}

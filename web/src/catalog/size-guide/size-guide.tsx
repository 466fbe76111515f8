import { useId, useState } from "react";
import type { Product } from "../../../../shared/product.ts";
import { Icon } from "../../ui/icon.tsx";
import { SizeGuideTable } from "./size-guide-table.tsx";
import styles from "./size-guide.module.css";

type SizeGuideProps = { product: Product; chosenSize: string | undefined };

/** The button 'Size guide', which shows and hides the measurements. */
export function SizeGuide(props: SizeGuideProps) {
  const [isOpen, setIsOpen] = useState(false);
  const contentId = useId();
  return (
    <>
      <button
        type="button"
        aria-expanded={isOpen}
        aria-controls={contentId}
        onClick={() => setIsOpen(!isOpen)}
        className={styles.toggle}
      >
        Size guide
        <Icon name={isOpen ? "chevron-up" : "chevron-down"} size={16} />
      </button>
      <div id={contentId} hidden={!isOpen} className={styles.content}>
        {isOpen && <SizeGuideTable {...props} />}
      </div>
    </>
  );
}

import { useId, useState } from "react";
import type { Product } from "../../../../shared/product.ts";
import { Icon } from "../../ui/icon.tsx";
import { useLoadedComponent } from "../../ui/use-loaded-component.ts";
import styles from "./size-guide.module.css";

const loadTable = async () => (await import("./size-guide-table.tsx")).SizeGuideTable;

type SizeGuideProps = { product: Product; chosenSize: string | undefined };

/** The button 'Size guide', which shows and hides the measurements. Their code is loaded at the first press. */
export function SizeGuide(props: SizeGuideProps) {
  const [isOpen, setIsOpen] = useState(false);
  const Table = useLoadedComponent(loadTable, isOpen);
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
      <div id={contentId} hidden={!isOpen || !Table} className={styles.content}>
        {isOpen && Table && <Table {...props} />}
      </div>
    </>
  );
}

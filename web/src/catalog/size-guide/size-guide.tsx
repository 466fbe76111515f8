import { useId, useState } from "react";
import { messages } from "../../../../shared/messages.ts";
import type { Product } from "../../../../shared/product.ts";
import { lazyModule, useLazyModule } from "../../lazy-module.ts";
import { Icon } from "../../ui/icon.tsx";
import styles from "./size-guide.module.css";

const guideTable = lazyModule(() => import("./size-guide-table.tsx"));

type SizeGuideProps = { product: Product; chosenSize: string | undefined };

/**
 * A button, and the measurements that it shows and hides. If their code cannot be loaded, an alert says so, and the next opening
 * tries again.
 */
export function SizeGuide(props: SizeGuideProps) {
  const [isOpen, setIsOpen] = useState(false);
  const { module: loadedModule, failed } = useLazyModule(guideTable, isOpen);
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
        {isOpen && loadedModule && <loadedModule.SizeGuideTable {...props} />}
        {failed && <p role="alert">{messages.partMissing}</p>}
      </div>
    </>
  );
}

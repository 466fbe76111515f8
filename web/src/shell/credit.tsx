import { brand } from "../../../shared/site/brand.ts";
import styles from "./footer.module.css";

/** What the shop runs on. */
export function Credit() {
  return (
    <p className={styles.credit}>
      Powered By{" "}
      <a href={brand.credit.url} target="_blank" rel="noopener noreferrer">
        {brand.credit.label}
      </a>
    </p>
  );
}

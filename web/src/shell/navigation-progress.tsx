import { useNavigation } from "react-router-dom";
import { cx } from "../ui/class-names.ts";
import styles from "./navigation-progress.module.css";

/** A thin line at the top while the code of the next page is on its way. */
export function NavigationProgress() {
  const busy = useNavigation().state !== "idle";
  return <div aria-hidden="true" className={cx(styles.bar, busy && styles.busy)} />;
}

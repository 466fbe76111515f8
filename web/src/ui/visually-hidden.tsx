import type { ComponentPropsWithRef } from "react";
import styles from "./visually-hidden.module.css";

/** Text for screen readers only. */
export function VisuallyHidden(
  props: Omit<ComponentPropsWithRef<"span">, "className"> & { "data-announcer"?: string },
) {
  return <span {...props} className={styles.hidden} />;
}

import type { ReactNode } from "react";
import { cx } from "../../ui/class-names.ts";
import { Icon } from "../../ui/icon.tsx";
import styles from "./disclosure.module.css";

type DisclosureProps = {
  label: string;
  isInitiallyOpen?: boolean;
  className?: string | undefined;
  children: ReactNode;
};

/** Contents that the user can show and hide. */
export function Disclosure({ label, isInitiallyOpen, className, children }: DisclosureProps) {
  return (
    <details className={cx(styles.details, className)} open={isInitiallyOpen}>
      <summary className={styles.summary}>
        <Icon name="chevron-right" size={18} />
        {label}
      </summary>
      {children}
    </details>
  );
}

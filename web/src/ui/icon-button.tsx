import type { ComponentPropsWithRef } from "react";
import { cx } from "./class-names.ts";
import styles from "./icon-button.module.css";
import type { IconName } from "./icon.tsx";
import { Icon } from "./icon.tsx";

type IconButtonProps = Omit<ComponentPropsWithRef<"button">, "aria-label" | "children"> & {
  icon: IconName;
  /** The action, for screen readers and as a tooltip. */
  label: string;
  outlined?: boolean;
  /** In px. */
  iconSize?: number;
};

/** A 44 px button that shows only an icon. */
export function IconButton({
  icon,
  label,
  outlined = false,
  iconSize = 22,
  className,
  ...buttonProps
}: IconButtonProps) {
  return (
    <button
      type="button"
      title={label}
      {...buttonProps}
      aria-label={label}
      className={cx(styles.icon, outlined && styles.outlined, className)}
    >
      <Icon name={icon} size={iconSize} />
    </button>
  );
}

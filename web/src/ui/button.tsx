import type { ComponentPropsWithRef, MouseEvent, ReactNode } from "react";
import type { LinkProps } from "../router/link.tsx";
import { Link } from "../router/link.tsx";
import styles from "./button.module.css";
import { cx } from "./class-names.ts";
import type { IconName } from "./icon.tsx";
import { Icon } from "./icon.tsx";
import { SpinnerRing } from "./spinner.tsx";

type ButtonStyleProps = {
  variant?: "primary" | "secondary" | "ghost" | "danger" | undefined;
  size?: "medium" | "large" | undefined;
  /** As wide as its container. */
  wide?: boolean | undefined;
  icon?: IconName | undefined;
  iconAfter?: IconName | undefined;
};

/** Splits a button's props into class name, content, and the other props, which go to the element. */
function splitStyleProps<
  P extends ButtonStyleProps & { className?: string | undefined; children?: ReactNode },
>(props: P) {
  const { variant = "primary", size, wide, icon, iconAfter, className, children, ...elementProps } = props;
  return {
    elementProps,
    className: cx(
      styles.button,
      styles[variant],
      size === "large" && styles.large,
      wide && styles.wide,
      className,
    ),
    content: (
      <>
        {icon && <Icon name={icon} />}
        {children}
        {iconAfter && <Icon name={iconAfter} />}
      </>
    ),
  };
}

const ignoreClick = (event: MouseEvent) => event.preventDefault();

type ButtonProps = ComponentPropsWithRef<"button"> &
  ButtonStyleProps & { loading?: boolean; loadingText?: string };

/** A button. While `loading` it shows a spinner (and `loadingText`), keeps the focus and ignores clicks. */
export function Button({ loading = false, loadingText, ...props }: ButtonProps) {
  const { elementProps, className, content } = splitStyleProps(props);
  const busyProps = loading ? { "aria-busy": true, "aria-disabled": true, onClick: ignoreClick } : {};
  return (
    <button type="button" {...elementProps} {...busyProps} className={className}>
      {loading && <SpinnerRing />}
      {loading ? (loadingText ?? props.children) : content}
    </button>
  );
}

/** A link inside the site that looks like a button. */
export function ButtonLink(props: LinkProps & ButtonStyleProps) {
  const { elementProps, className, content } = splitStyleProps(props);
  return (
    <Link {...elementProps} className={className}>
      {content}
    </Link>
  );
}

type ExternalProps = Omit<ComponentPropsWithRef<"a">, "target" | "rel"> & ButtonStyleProps & { href: string };

/** A link to another site, in a new tab, that looks like a button. */
export function ButtonExternalLink(props: ExternalProps) {
  const { elementProps, className, content } = splitStyleProps(props);
  return (
    <a {...elementProps} target="_blank" rel="noopener noreferrer" className={className}>
      {content}
    </a>
  );
}

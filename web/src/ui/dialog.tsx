import type { ReactNode } from "react";
import { useId } from "react";
import { cx } from "./class-names.ts";
import styles from "./dialog.module.css";
import { IconButton } from "./icon-button.tsx";
import { VisuallyHidden } from "./visually-hidden.tsx";
import { useModal } from "./use-modal.ts";

export type DialogProps = {
  open: boolean;
  /** Asked by Escape, the x, and a click beside the dialog. */
  onClose: () => void;
  title: ReactNode;
  children: ReactNode;
  /** Stays below the scrolling body. */
  footer?: ReactNode;
  /** 'side' comes from the right, 420 px; 'modal' is centred; with `sheet` it is a bottom sheet at 768 px and below. */
  variant?: "modal" | "side";
  sheet?: boolean;
  /** Up to 960 px instead of 560. */
  wide?: boolean;
  /** No header bar: the x lies over the body, which has its own heading and padding. `title` (text) names the dialog. */
  bare?: boolean;
  closeLabel?: string;
  role?: "dialog" | "alertdialog";
  /** Id of the text that describes it (for alert dialogs). */
  describedBy?: string;
  className?: string | undefined;
};

/** A modal dialog on the native element: the rest of the page is inert and does not scroll. */
export function Dialog(props: DialogProps) {
  const { open, onClose, title, children, footer, variant = "modal", sheet, wide, bare = false } = props;
  const { ref, present, handlers } = useModal(open, onClose);
  const titleId = useId();
  const close = (
    <IconButton
      icon="close"
      label={props.closeLabel ?? "Close"}
      onClick={onClose}
      className={bare ? styles.bare : undefined}
    />
  );
  return (
    <dialog
      ref={ref}
      {...handlers}
      role={props.role === "alertdialog" ? "alertdialog" : undefined}
      aria-labelledby={bare ? undefined : titleId}
      aria-label={bare && typeof title === "string" ? title : undefined}
      aria-describedby={props.describedBy}
      className={cx(
        styles.dialog,
        styles[variant],
        wide && styles.wide,
        sheet && styles.sheetOnMobile,
        props.className,
      )}
    >
      {present && (
        <>
          {bare ? (
            close
          ) : (
            <div className={styles.header}>
              <h2 id={titleId} className={styles.title}>
                {title}
              </h2>
              {close}
            </div>
          )}
          <div className={bare ? styles.bareBody : styles.body}>{children}</div>
          {footer && <div className={styles.footer}>{footer}</div>}
        </>
      )}
      <VisuallyHidden data-announcer="" aria-live="polite" />
    </dialog>
  );
}

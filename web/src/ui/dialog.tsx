import type { MouseEvent, PointerEvent, ReactNode, RefObject, SyntheticEvent } from "react";
import { useEffect, useId, useRef, useState } from "react";
import { cx } from "./class-names.ts";
import styles from "./dialog.module.css";
import { IconButton } from "./icon-button.tsx";
import { acceptClicks, ignoreHeldKey, ignoreSecondClick } from "./repeated-input.ts";
import { VisuallyHidden } from "./visually-hidden.tsx";

/** Resolves after the exit transition of `dialog`; a dialog without a transition resolves without a wait. */
const waitForExitTransition = (dialog: HTMLDialogElement): Promise<unknown> =>
  Promise.allSettled(dialog.getAnimations().map((animation) => animation.finished));

/**
 * Remembers how far the body of `dialog` is scrolled and which of its elements has the focus, because closing a dialog loses
 * both. Returns a function that restores them.
 */
function rememberView(dialog: HTMLDialogElement): () => void {
  const body = dialog.querySelector("[data-dialog-body]");
  const top = body?.scrollTop ?? 0;
  const focusedElement = dialog.querySelector<HTMLElement>(":focus");
  return () => {
    body?.scrollTo({ top, behavior: "instant" });
    focusedElement?.focus({ preventScroll: true });
  };
}

/** The longest time between a click in a dialog and the closing of the dialog by this click. */
const CLOSING_CLICK_MS = 1000;

/**
 * Opens and closes a native modal dialog. Escape and a click on the backdrop call `onClose`. After closing,
 * the browser restores the focus. `isPresent` stays true until the exit transition is over; the dialog ignores
 * clicks in that time. With `isPrerendered`, `isPresent` is also true at first.
 */
function useModal(open: boolean, onClose: () => void, isPrerendered: boolean) {
  const ref: RefObject<HTMLDialogElement | null> = useRef(null);
  const isBackdropPressed = useRef(false);
  /** The last click by a pointer since the dialog was opened. */
  const lastClick = useRef<MouseEvent>(undefined);
  const [hasExited, setExited] = useState(!isPrerendered);
  if (open && hasExited) setExited(false);

  useEffect(() => {
    const dialog = ref.current;
    if (!open || !dialog) return;
    const { documentElement: page } = document;
    // A dialog that was opened before the code had loaded is modal already.
    if (!dialog.matches(":modal")) {
      // In prerendered HTML the dialog is open, but not modal, and its contents must not move.
      dialog.toggleAttribute("data-prerendered", dialog.open);
      const restoreView = dialog.open ? rememberView(dialog) : undefined;
      dialog.removeAttribute("open");
      page.style.setProperty("--scrollbar", `${window.innerWidth - page.clientWidth}px`);
      dialog.showModal();
      restoreView?.();
    }
    ignoreHeldKey();
    acceptClicks();
    lastClick.current = undefined;
    return () => {
      dialog.removeAttribute("data-prerendered");
      dialog.close();
      ignoreHeldKey();
      const click = lastClick.current;
      if (click && performance.now() - click.timeStamp < CLOSING_CLICK_MS) ignoreSecondClick(click);
      void waitForExitTransition(dialog).then(() => {
        if (!dialog.open) setExited(true);
      });
    };
  }, [open]);
  useEffect(() => {
    const dialog = ref.current;
    if (!dialog?.open) return setExited(true);
    if (!isPrerendered) return undefined;
    // Back also closes a dialog that was opened before the code had loaded, while React has not rendered it as open.
    const close = () => dialog.close();
    window.addEventListener("popstate", close, { once: true });
    return () => window.removeEventListener("popstate", close);
  }, [isPrerendered]);

  return {
    ref,
    isPresent: open || !hasExited,
    handlers: {
      onCancel: (event: SyntheticEvent) => {
        if (event.target !== event.currentTarget) return;
        event.preventDefault();
        onClose();
      },
      onClose: (event: SyntheticEvent) => {
        if (open && event.target === ref.current && !ref.current?.open) onClose();
      },
      onPointerDown: (event: PointerEvent) => {
        isBackdropPressed.current = event.target === event.currentTarget;
      },
      onClickCapture: (event: MouseEvent) => {
        if (!open) {
          event.preventDefault();
          event.stopPropagation();
          // A click by the keyboard has a detail of 0, and is never the first click of a double click.
        } else if (event.detail > 0) lastClick.current = event;
      },
      onClick: (event: MouseEvent) => {
        // The second click of the double click that opened the dialog does not close it.
        const isSecondClick = event.detail > 1;
        if (isBackdropPressed.current && event.target === event.currentTarget && !isSecondClick) onClose();
      },
    },
  };
}

type DialogProps = {
  open: boolean;
  /**
   * The prerendered HTML of a dialog with an id has the dialog's contents. A button whose `aria-controls` is this id can then
   * open the dialog before the code has loaded (see start.ts).
   */
  id?: string;
  /** Called for Escape, the close button, a click on the backdrop, and after the dialog was closed in another way. */
  onClose: () => void;
  title: ReactNode;
  children: ReactNode;
  /** Stays in place while the body scrolls. */
  footer?: ReactNode;
  /** 'side' is 420 px wide, at the right edge. */
  variant?: "centered" | "side";
  /** Shows a bottom sheet in windows up to 768 px wide. */
  sheet?: boolean;
  /** Up to 960 px wide instead of 560 px. */
  wide?: boolean;
  /**
   * Without header: the close button lies over the body, and `title`, which must be text, is only the
   * accessible name.
   */
  bare?: boolean;
  closeLabel?: string;
  role?: "dialog" | "alertdialog";
  /** The id of the text that describes an alert dialog. */
  describedBy?: string;
  className?: string | undefined;
};

/** A modal dialog. While it is open the rest of the page is inert and does not scroll. */
export function Dialog(props: DialogProps) {
  const { open, onClose, title, children, footer, variant = "centered", sheet, wide, bare = false } = props;
  const { ref, isPresent, handlers } = useModal(open, onClose, props.id !== undefined);
  const titleId = useId();
  const closeButton = (
    <IconButton
      icon="close"
      label={props.closeLabel ?? "Close"}
      onClick={onClose}
      className={bare ? styles.bareCloseButton : undefined}
    />
  );
  return (
    <dialog
      ref={ref}
      id={props.id}
      {...handlers}
      // In prerendered HTML only this attribute can show a dialog. React leaves it in place.
      {...(import.meta.env.SSR && { open })}
      suppressHydrationWarning
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
      {isPresent && (
        <>
          {bare ? (
            closeButton
          ) : (
            <div className={styles.header}>
              <h2 id={titleId} className={styles.title}>
                {title}
              </h2>
              {closeButton}
            </div>
          )}
          <div data-dialog-body="" className={bare ? styles.bareBody : styles.body}>
            {children}
          </div>
          {footer && <div className={styles.footer}>{footer}</div>}
        </>
      )}
      <VisuallyHidden data-announcer="" aria-live="polite" />
    </dialog>
  );
}

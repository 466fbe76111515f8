import type { MouseEvent, PointerEvent, RefObject, SyntheticEvent } from "react";
import { useEffect, useRef, useState } from "react";

/** When the exit transition of `dialog` is over (at once without one). */
const leaving = (dialog: HTMLDialogElement): Promise<unknown> =>
  Promise.allSettled(dialog.getAnimations().map((animation) => animation.finished));

/**
 * Keeps a native dialog's modal state in step with `open`: Escape and a click beside it ask `onClose`; the browser
 * gives the focus back to where it was. `present` stays true until the exit transition is over.
 */
export function useModal(open: boolean, onClose: () => void) {
  const ref: RefObject<HTMLDialogElement | null> = useRef(null);
  const pressedBeside = useRef(false);
  const [left, setLeft] = useState(true);
  if (open && left) setLeft(false);

  useEffect(() => {
    const dialog = ref.current;
    if (!open || !dialog) return;
    const { documentElement: page } = document;
    page.style.setProperty("--scrollbar", `${window.innerWidth - page.clientWidth}px`);
    dialog.showModal();
    return () => {
      dialog.close();
      void leaving(dialog).then(() => {
        if (!dialog.open) setLeft(true);
      });
    };
  }, [open]);

  return {
    ref,
    present: open || !left,
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
        pressedBeside.current = event.target === event.currentTarget;
      },
      onClick: (event: MouseEvent) => {
        if (pressedBeside.current && event.target === event.currentTarget) onClose();
      },
    },
  };
}

import { useEffect, useRef } from "react";
import type { Toast, ToastPosition } from "react-hot-toast/headless";
import { resolveValue, toast, useToaster } from "react-hot-toast/headless";
import { announce } from "./announce.ts";
import { cx } from "./class-names.ts";
import { IconButton } from "./icon-button.tsx";
import { Icon } from "./icon.tsx";
import styles from "./toaster.module.css";

const POSITIONS = ["top-right", "top-center", "bottom-right"] as const satisfies ToastPosition[];
const ICONS = { success: "check-circle", error: "alert" } as const;

export { toast };

function ToastCard({ shownToast }: { shownToast: Toast }) {
  const { id, type } = shownToast;
  const text = resolveValue(shownToast.message, shownToast);
  useEffect(() => {
    // Screen readers do not read this card while a modal dialog is open.
    if (typeof text === "string" && document.querySelector("dialog:modal")) announce(text);
  }, [text]);
  return (
    <div className={cx(styles.toast, styles[type])} data-visible={shownToast.visible} data-type={type}>
      <Icon name={type === "success" || type === "error" ? ICONS[type] : "info"} size={20} />
      <div className={styles.text}>{text}</div>
      <IconButton icon="close" iconSize={16} label="Dismiss" onClick={() => toast.dismiss(id)} />
    </div>
  );
}

type Handlers = ReturnType<typeof useToaster>["handlers"];

/**
 * The toasts at one position. The region is in the top layer, so that an open dialog does not hide the
 * toasts.
 */
function Region({
  position,
  regionToasts,
  handlers,
}: {
  position: ToastPosition;
  regionToasts: Toast[];
  handlers: Handlers;
}) {
  const ref = useRef<HTMLDivElement>(null);
  const newestId = regionToasts[0]?.id;
  useEffect(() => {
    const region = ref.current;
    // The last element in the top layer is above the others, so the region enters that layer again when a
    // dialog has opened.
    if (region?.matches(":popover-open") && document.querySelector("dialog:modal")) region.hidePopover();
    if (!region?.matches(":popover-open")) region?.showPopover();
  }, [newestId]);
  return (
    <div
      ref={ref}
      popover="manual"
      aria-live="polite"
      className={cx(styles.region, styles[position])}
      onMouseEnter={handlers.startPause}
      onMouseLeave={handlers.endPause}
    >
      {regionToasts.map((shownToast) => (
        <ToastCard key={shownToast.id} shownToast={shownToast} />
      ))}
    </div>
  );
}

export function Toaster() {
  const { toasts: allToasts, handlers } = useToaster();
  return (
    <section aria-label="Notifications">
      {POSITIONS.map((position) => (
        <Region
          key={position}
          position={position}
          regionToasts={allToasts.filter((shownToast) => (shownToast.position ?? "top-right") === position)}
          handlers={handlers}
        />
      ))}
    </section>
  );
}

import { useEffect, useRef } from "react";
import type { Toast, ToastPosition } from "react-hot-toast/headless";
import { resolveValue, toast as toasts, useToaster } from "react-hot-toast/headless";
import { announce } from "./announce.ts";
import { cx } from "./class-names.ts";
import { IconButton } from "./icon-button.tsx";
import { Icon } from "./icon.tsx";
import styles from "./toaster.module.css";

const POSITIONS = ["top-right", "top-center", "bottom-right"] as const satisfies ToastPosition[];
const ICONS = { success: "check-circle", error: "alert" } as const;

function ToastCard({ toast }: { toast: Toast }) {
  const { id, type } = toast;
  const text = resolveValue(toast.message, toast);
  useEffect(() => {
    // An open modal dialog makes this card inert, so that screen readers do not read it.
    if (typeof text === "string" && document.querySelector("dialog:modal")) announce(text);
  }, [text]);
  return (
    <div className={cx(styles.toast, styles[type])} data-visible={toast.visible} data-type={type}>
      <Icon name={type === "success" || type === "error" ? ICONS[type] : "info"} size={20} />
      <div className={styles.text}>{text}</div>
      <IconButton icon="close" iconSize={16} label="Dismiss" onClick={() => toasts.dismiss(id)} />
    </div>
  );
}

type Handlers = ReturnType<typeof useToaster>["handlers"];

/** The toasts of one corner. They are in the top layer, so that an open dialog does not hide them. */
function Region({
  position,
  shown,
  handlers,
}: {
  position: ToastPosition;
  shown: Toast[];
  handlers: Handlers;
}) {
  const ref = useRef<HTMLDivElement>(null);
  const newest = shown[0]?.id;
  useEffect(() => {
    const region = ref.current;
    // The element that entered the top layer last is on top of a dialog.
    if (region?.matches(":popover-open") && document.querySelector("dialog:modal")) region.hidePopover();
    if (!region?.matches(":popover-open")) region?.showPopover();
  }, [newest]);
  return (
    <div
      ref={ref}
      popover="manual"
      aria-live="polite"
      className={cx(styles.region, styles[position])}
      onMouseEnter={handlers.startPause}
      onMouseLeave={handlers.endPause}
    >
      {shown.map((toast) => (
        <ToastCard key={toast.id} toast={toast} />
      ))}
    </div>
  );
}

/** Shows the toasts of `notify`. Rendered once, at the root. */
export function Toaster() {
  const { toasts: all, handlers } = useToaster();
  return (
    <section aria-label="Notifications">
      {POSITIONS.map((position) => (
        <Region
          key={position}
          position={position}
          shown={all.filter((toast) => (toast.position ?? "top-right") === position)}
          handlers={handlers}
        />
      ))}
    </section>
  );
}

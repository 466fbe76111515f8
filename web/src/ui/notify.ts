import type { ReactElement } from "react";
import { announce } from "./announce.ts";
import { toaster } from "./lazy-toaster.tsx";

export type NotifyOptions = {
  /** In ms; default: 2000 for success, 4000 for the others. */
  duration?: number;
  /** Default: top-right. */
  position?: "top-right" | "top-center" | "bottom-right";
  /** A new toast replaces the toast with the same id. */
  id?: string;
  /** The toast stays when another page opens. */
  outlivesPage?: boolean;
};

/** The ids of the toasts that leave with their page. */
const pageToasts = new Set<string>();
let toastCount = 0;

function show(
  type: "success" | "error" | "blank",
  text: string | ReactElement,
  { outlivesPage = false, id = `toast-${++toastCount}`, ...options }: NotifyOptions,
): string {
  if (outlivesPage) pageToasts.delete(id);
  else pageToasts.add(id);
  toaster.load().then(
    ({ toast }) => (type === "blank" ? toast : toast[type])(text, { ...options, id }),
    () => {
      if (typeof text === "string") announce(text);
    },
  );
  return id;
}

/** Removes the toast with this id, or all toasts. A toast whose code is still being loaded is removed afterwards. */
function dismiss(id?: string): void {
  toaster.load().then(
    ({ toast }) => toast.dismiss(id),
    () => undefined,
  );
}

/** Removes the toasts that belong to the page that was left. */
export function dismissPageToasts(): void {
  pageToasts.forEach((id) => dismiss(id));
  pageToasts.clear();
}

/** Shows a toast; at most 20 at once. It leaves when the visitor opens another page, unless it outlives its page. */
export const notify = {
  success: (text: string | ReactElement, options: NotifyOptions = {}): string =>
    show("success", text, options),
  error: (text: string, options: NotifyOptions = {}): string => show("error", text, options),
  info: (text: string, options: NotifyOptions = {}): string => show("blank", text, options),
  /** For a product that was added to the cart: 3 s, bottom right. */
  addedToCart: (content: ReactElement): string =>
    show("success", content, {
      duration: 3000,
      position: "bottom-right",
      outlivesPage: true,
    }),
  dismiss,
};

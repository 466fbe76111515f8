import type { ReactElement } from "react";
import { lazyModule } from "../lazy-module.ts";
import { announce } from "./announce.ts";

/** The code of toasts, which is loaded when the page is idle, or for the first toast. */
export const toaster = lazyModule(() => import("./toaster.tsx"));

export type NotifyOptions = {
  /** In ms; default: 2000 for success, 4000 for the others. */
  duration?: number;
  /** Default: top-right. */
  position?: "top-right" | "top-center" | "bottom-right";
  /** A new toast replaces the toast with the same id. */
  id?: string;
  /** The toast stays when another page opens. */
  outlivesPage?: boolean;
  /** What the toast shows in place of the text. If the code of toasts cannot be loaded, the text is shown. */
  content?: ReactElement | undefined;
};

/** The ids of the toasts that disappear when another page opens. */
const pageToasts = new Set<string>();
let toastCount = 0;

const PLAIN_TOAST_MS = 6000;
let plainToast: HTMLElement | undefined;

/** Shows a text without the code of toasts. It replaces the last plain toast. A popover is above an open dialog too. */
function showPlainToast(text: string): void {
  announce(text);
  plainToast?.remove();
  const element = document.createElement("p");
  plainToast = element;
  element.className = "card plain-toast";
  element.popover = "manual";
  // Screen readers read the announcement.
  element.ariaHidden = "true";
  element.textContent = text;
  document.body.append(element);
  element.showPopover();
  setTimeout(() => element.remove(), PLAIN_TOAST_MS);
}

function showToast(
  type: "success" | "error" | "blank",
  text: string,
  { outlivesPage = false, id = `toast-${++toastCount}`, content, ...options }: NotifyOptions,
): string {
  if (outlivesPage) pageToasts.delete(id);
  else pageToasts.add(id);
  toaster.load().then(
    ({ toast }) => (type === "blank" ? toast : toast[type])(content ?? text, { ...options, id }),
    () => showPlainToast(text),
  );
  return id;
}

/** Removes the toast with this id, or all toasts. While the code of toasts is being loaded, waits for it. */
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

/** Shows a toast; at most 20 at once. It disappears when another page opens, unless `outlivesPage` is set. */
export const notify = {
  success: (text: string, options: NotifyOptions = {}): string => showToast("success", text, options),
  error: (text: string, options: NotifyOptions = {}): string => showToast("error", text, options),
  info: (text: string, options: NotifyOptions = {}): string => showToast("blank", text, options),
  addedToCart: (text: string, content?: ReactElement): string =>
    showToast("success", text, {
      content,
      duration: 3000,
      position: "bottom-right",
      outlivesPage: true,
    }),
  dismiss,
};

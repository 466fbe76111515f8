import type { NotifyOptions } from "../../ui/notify.ts";
import { notify } from "../../ui/notify.ts";

/** Toasts appear at the bottom right, above the bars of the back office. */
const options: NotifyOptions = { position: "bottom-right" };

export const toast = {
  success: (text: string): string => notify.success(text, options),
  error: (text: string): string => notify.error(text, options),
  dismiss: notify.dismiss,
};

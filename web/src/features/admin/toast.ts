import type { NotifyOptions } from "../../ui/notify.ts";
import { notify } from "../../ui/notify.ts";

const options: NotifyOptions = { position: "bottom-right" };

export const toast = {
  success: (text: string): string => notify.success(text, options),
  error: (text: string): string => notify.error(text, options),
  dismiss: notify.dismiss,
};

import type { NotifyOptions } from "../../ui/notify.ts";
import { notify } from "../../ui/notify.ts";

/** At the bottom right, where the back office has no controls. */
const position: NotifyOptions = { position: "bottom-right" };

export const toast = {
  success: (text: string): string => notify.success(text, position),
  error: (text: string): string => notify.error(text, position),
};

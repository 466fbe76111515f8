import type { NotifyOptions } from "../../ui/notify.ts";
import { notify } from "../../ui/notify.ts";

/** Below right, where the back office has no controls. */
const position: NotifyOptions = { position: "bottom-right" };

/** What was done, or could not be done, in a toast. */
export const tell = {
  done: (text: string): string => notify.success(text, position),
  failed: (text: string): string => notify.error(text, position),
};

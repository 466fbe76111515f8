import { Notice } from "../../ui/notice.tsx";
import { errorText } from "./admin-messages.ts";

/**
 * Why the last request of a form in a dialog failed. Stays until the next request. A toast would cover the title of the dialog on a
 * phone, and disappear while the admin is still reading.
 */
export function FormFailure({ error }: { error: Error | null }) {
  return error && <Notice tone="danger" role="alert" title={errorText(error)} />;
}

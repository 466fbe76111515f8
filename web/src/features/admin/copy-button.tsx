import { announce } from "../../ui/announce.ts";
import { Button } from "../../ui/button.tsx";
import { VisuallyHidden } from "../../ui/visually-hidden.tsx";
import { adminMessages } from "./admin-messages.ts";
import { toast } from "./toast.ts";

/** Copies a text. `what` names the text for screen readers and in the toast: 'address'. */
export function CopyButton({ what, text }: { what: string; text: string }) {
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      toast.success(`Copied the ${what}`);
      announce(`Copied the ${what}`);
    } catch (error) {
      console.error("The browser refused to copy", error);
      toast.error(adminMessages.copyFailed);
    }
  };
  return (
    <Button variant="ghost" icon="copy" onClick={() => void copy()}>
      Copy<VisuallyHidden> {what}</VisuallyHidden>
    </Button>
  );
}

import { useCallback } from "react";
import { useDialogHistory } from "../../ui/use-dialog-history.ts";

/**
 * Like `useDialogHistory`, for a dialog that may open above another dialog. Adds an entry to the browser's history instead of
 * replacing the other dialog's entry, so Back closes only the upper dialog.
 */
export function useNestedDialog(name: string) {
  const { isOpen, close, leave } = useDialogHistory(name);
  const open = useCallback(() => {
    const { pathname, search, hash } = window.location;
    // `leave` adds the entry. After Forward or a reload, the current entry may already be this dialog's. Then `leave` first
    // goes back, so that there are not two entries.
    return leave(pathname + search + hash, { state: { dialog: name }, replace: false });
  }, [leave, name]);
  return { isOpen, open, close };
}

import { useCallback } from "react";
import { useDialogHistory } from "../../ui/use-dialog-history.ts";

/**
 * Like `useDialogHistory`, for a dialog that may be opened from another dialog, which stays open below it. The dialog adds an
 * entry to the browser's history instead of replacing the other dialog's entry, so Back closes only the upper dialog.
 */
export function useNestedDialog(name: string) {
  const { isOpen, close, leave } = useDialogHistory(name);
  const open = useCallback(() => {
    const { pathname, search, hash } = window.location;
    // After Forward or a reload, the current entry may be an old one of this dialog. `leave` goes back from it first.
    return leave(pathname + search + hash, { state: { dialog: name }, replace: false });
  }, [leave, name]);
  return { isOpen, open, close };
}

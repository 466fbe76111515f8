import { useCallback } from "react";
import { currentEntry } from "../../router/browser-history.ts";
import { useNavigate } from "../../router/hooks.ts";
import { waitForEntryClosed } from "../../ui/closing-entry.ts";
import { useDialogHistory } from "../../ui/use-dialog-history.ts";

/**
 * Like `useDialogHistory`, for a dialog that may be opened from another dialog, which stays open below it. The dialog adds an
 * entry to the browser's history instead of replacing the other dialog's entry, so Back closes only the upper dialog.
 */
export function useNestedDialog(name: string) {
  const { isOpen, close } = useDialogHistory(name);
  const navigate = useNavigate();
  const open = useCallback(async () => {
    await waitForEntryClosed();
    const { pathname, search, hash } = window.location;
    const { state } = currentEntry() ?? {};
    const stateBelow = typeof state === "object" ? state : {};
    await navigate({ pathname, search, hash }, { state: { ...stateBelow, dialog: name } });
  }, [navigate, name]);
  return { isOpen, open, close };
}

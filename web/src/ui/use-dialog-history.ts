import { startTransition, useCallback, useState } from "react";
import type { NavigateOptions, To } from "../router/location.ts";
import { DEFAULT_KEY } from "../router/location.ts";
import { useLocation, useNavigate } from "../router/hooks.ts";
import { currentEntry } from "../router/browser-history.ts";
import { setClosing, entryClosed, goBack, isEntryClosing } from "./closing-entry.ts";
import { useHydrated } from "./use-hydrated.ts";

/** The name of the dialog that a history entry with this state belongs to; undefined for an entry of a page. */
function dialogOf(state: unknown): string | undefined {
  const isNamed = typeof state === "object" && state !== null && "dialog" in state;
  return isNamed && typeof state.dialog === "string" ? state.dialog : undefined;
}

/**
 * Gives a dialog its own entry in the browser's history. Opening adds the entry, so Back closes the dialog.
 * Closing in another way goes back too, so that the next Back leads to the page before. A dialog that is opened
 * from another dialog replaces the other dialog's entry.
 *
 * The dialog opens at once, before the router has rendered the new entry: while React hydrates the page, that
 * takes long on a slow phone. The dialog also closes at once, before the browser has gone back, and cannot be
 * closed twice.
 */
export function useDialogHistory(name: string) {
  const location = useLocation();
  const navigate = useNavigate();
  const isHydrated = useHydrated();
  const [closedKey, setClosedKey] = useState<string>();
  if (closedKey !== undefined && closedKey !== location.key) setClosedKey(undefined);
  const [openedFromKey, setOpenedFromKey] = useState<string>();
  if (openedFromKey !== undefined && openedFromKey !== location.key) setOpenedFromKey(undefined);

  const open = useCallback(
    async (to?: To, state?: object) => {
      if (isEntryClosing()) await entryClosed();
      const { pathname, search, hash } = window.location;
      const { state: entryState, key = DEFAULT_KEY } = currentEntry() ?? {};
      if (to === undefined) {
        setOpenedFromKey(key);
        // Back closes the dialog also if the router has not rendered the dialog's entry yet.
        window.addEventListener("popstate", () => setOpenedFromKey(undefined), { once: true });
      }
      const pageState = to === undefined && typeof entryState === "object" ? entryState : {};
      await navigate(to ?? { pathname, search, hash }, {
        state: { ...pageState, ...state, dialog: name },
        replace: dialogOf(entryState) !== undefined,
      });
    },
    [navigate, name],
  );
  /** `urlWithoutDialog` is opened if the dialog has no entry of its own, such as after a direct link. */
  const close = useCallback(
    (urlWithoutDialog?: To) => {
      if (isEntryClosing()) return;
      const { state, key = DEFAULT_KEY } = currentEntry() ?? {};
      const hasEntry = dialogOf(state) === name;
      if (!hasEntry && urlWithoutDialog === undefined) return;
      setClosedKey(key);
      setOpenedFromKey(undefined);
      if (hasEntry) setClosing(goBack());
      else if (urlWithoutDialog !== undefined)
        setClosing(Promise.resolve(navigate(urlWithoutDialog, { replace: true })));
      // The reset is a transition, as the router's update is. As an urgent update it would be rendered before the router's,
      // and the dialog would be shown again for a moment.
      void entryClosed().then(() => startTransition(() => setClosedKey(undefined)));
    },
    [navigate, name],
  );
  /** Closes the dialog and opens another page, for a button or a link in the dialog. */
  const leave = useCallback(
    async (to: string, options?: NavigateOptions) => {
      close();
      await entryClosed();
      const { pathname, search, hash } = window.location;
      await navigate(to, { replace: to === pathname + search + hash, ...options });
    },
    [close, navigate],
  );
  const isClosing = closedKey === location.key;
  return {
    /** For a dialog that is not in the URL. */
    isOpen: isHydrated && !isClosing && (openedFromKey !== undefined || dialogOf(location.state) === name),
    /** For a dialog in the URL: the dialog is closed, but is still in the URL. */
    isClosing,
    open,
    close,
    leave,
  };
}

import { startTransition, useCallback, useState } from "react";
import type { NavigateOptions, To } from "../router/location.ts";
import { DEFAULT_KEY } from "../router/location.ts";
import { useLocation, useNavigate } from "../router/hooks.ts";
import { currentEntry } from "../router/browser-history.ts";
import { goBack } from "../router/go-back.ts";
import { createStore, useStore } from "../store.ts";
import { isEntryClosing, setEntryClosing, waitForEntryClosed } from "./closing-entry.ts";
import { useHydrated } from "./use-hydrated.ts";

/** The name of the dialog that a history entry with this state belongs to; undefined for an entry of a page. */
function dialogOf(state: unknown): string | undefined {
  const isNamed = typeof state === "object" && state !== null && "dialog" in state;
  return isNamed && typeof state.dialog === "string" ? state.dialog : undefined;
}

/**
 * The name of the dialog without a URL of its own that was opened last, with the key of the entry from which it was opened.
 * Empty once it was closed. A store, because React can lose an update of a component's state if Back interrupts the render of
 * the dialog's entry.
 */
const openedDialog = createStore({ initial: "" });

/**
 * Gives a dialog its own entry in the browser's history. Opening adds the entry, so Back closes the dialog.
 * Closing in another way also goes back, so that the next Back leads to the previous page. A dialog that is opened
 * from another dialog replaces the other dialog's entry.
 *
 * A dialog without a URL of its own opens before the router has rendered the new entry, because that render takes long on a
 * slow phone while React hydrates the page. A dialog also closes before the browser has gone back, and cannot be closed
 * twice.
 */
export function useDialogHistory(name: string) {
  const location = useLocation();
  const navigate = useNavigate();
  const isHydrated = useHydrated();
  /** The key of the history entry whose dialog was closed, until the browser has left the entry. */
  const [closedKey, setClosedKey] = useState<string>();
  if (closedKey !== undefined && closedKey !== location.key) setClosedKey(undefined);
  const openedNameAndKey = useStore(openedDialog);

  /** `to`: the dialog's URL, for a dialog in the URL. `state`: kept in the dialog's entry. */
  const open = useCallback(
    async (to?: To, state?: object) => {
      if (isEntryClosing()) await waitForEntryClosed();
      const { pathname, search, hash } = window.location;
      const { state: entryState, key = DEFAULT_KEY } = currentEntry() ?? {};
      if (to === undefined) {
        openedDialog.set(name + key);
        // Back closes the dialog also if the router has not rendered the dialog's entry yet.
        window.addEventListener("popstate", () => openedDialog.set(""), { once: true });
      }
      // A dialog without a URL of its own keeps the state of the page under it.
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
      openedDialog.set("");
      if (hasEntry) setEntryClosing(goBack());
      else if (urlWithoutDialog !== undefined)
        setEntryClosing(Promise.resolve(navigate(urlWithoutDialog, { replace: true })));
      // The reset is a transition, like the router's update. React would render an urgent reset before the router's
      // update, so the dialog would be shown again for a moment.
      void waitForEntryClosed().then(() => startTransition(() => setClosedKey(undefined)));
    },
    [navigate, name],
  );
  /** Closes the dialog and opens another page, for a button or a link in the dialog. */
  const leave = useCallback(
    async (to: string, options?: NavigateOptions) => {
      close();
      await waitForEntryClosed();
      const { pathname, search, hash } = window.location;
      await navigate(to, { replace: to === pathname + search + hash, ...options });
    },
    [close, navigate],
  );
  const isClosing = closedKey === location.key;
  const isOpening = openedNameAndKey === name + location.key;
  return {
    /** For a dialog that is not in the URL. */
    isOpen: isHydrated && !isClosing && (isOpening || dialogOf(location.state) === name),
    /** For a dialog in the URL: whether the dialog is closed although it is still in the URL. */
    isClosing,
    open,
    close,
    leave,
  };
}

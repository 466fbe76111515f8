import { useSyncExternalStore } from "react";
import { messages } from "../../../../../shared/messages.ts";
import { ApiError } from "../../../api-error.ts";
import { queryClient } from "../query-client.ts";
import { clearUserStores } from "../user-stores.ts";
import type { AdminUser } from "./cognito.ts";
import { readUser, signOut } from "./cognito.ts";

/** `endReason`: the server's message about the end of the session, while the sign-in dialog is open. */
type Session =
  | { status: "unknown" | "failed" | "signed-out" }
  | { status: "signed-in"; user: AdminUser; endReason?: string | undefined };

type PendingCall = { resume: () => void; reject: (error: Error) => void };

const signInRequiredError = () => new ApiError(401, messages.signInRequired);

function createSessionStore() {
  let state: Session = { status: "unknown" };
  let pendingCalls: PendingCall[] = [];
  /** The number of sessions that have ended in this page. */
  let endedSessionCount = 0;
  /** Whether the user closed the sign-in dialog with 'Not now' and has not retried a call since. `check` also makes it false. */
  let hasDeclined = false;
  const listeners = new Set<() => void>();

  const setState = (newState: Session) => {
    state = newState;
    listeners.forEach((listener) => listener());
  };
  const finishPendingCalls = (finish: (call: PendingCall) => void) => {
    const calls = pendingCalls;
    pendingCalls = [];
    calls.forEach(finish);
  };
  /** Rejects the pending calls of the user whose session ends, and removes the data that only this user may see. */
  const clearUserData = () => {
    endedSessionCount++;
    finishPendingCalls((call) => call.reject(signInRequiredError()));
    // A mutation that runs now never settles (see `unlessSessionEnds`). While a mutation is pending, TanStack Query restarts
    // the timer that removes the mutation. With `gcTime: 0`, the timer would restart without a pause.
    for (const mutation of queryClient.getMutationCache().getAll())
      mutation.setOptions({ ...mutation.options, gcTime: Infinity });
    queryClient.clear();
    clearUserStores();
  };

  const requireSignIn = (reason: string): Promise<void> =>
    new Promise((resume, reject) => {
      if (state.status !== "signed-in") return reject(signInRequiredError());
      pendingCalls.push({ resume, reject });
      if (state.endReason === undefined) setState({ ...state, endReason: reason });
    });

  return {
    current: (): Session => state,
    subscribe: (listener: () => void): (() => void) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    /**
     * Reads the user from the browser's tokens. Calls that wait for a sign-in by this user then continue. Throws if the tokens
     * of a signed-in user cannot be read, for example offline. In this case the page and its input stay.
     */
    check: async (): Promise<void> => {
      try {
        const user = await readUser();
        const isOtherUser = state.status === "signed-in" && state.user.uid !== user?.uid;
        hasDeclined = false;
        if (!user || isOtherUser) clearUserData();
        setState(user ? { status: "signed-in", user } : { status: "signed-out" });
        finishPendingCalls((call) => call.resume());
      } catch (error) {
        console.error("The sign-in could not be checked", error);
        if (state.status === "signed-in") throw error;
        setState({ status: "failed" });
      }
    },
    /**
     * Settles like `promise`, but never settles if the session ends first. Otherwise, the answer to a request of one user
     * could be stored or shown for the next user, or on a public page.
     */
    unlessSessionEnds: <T>(promise: Promise<T>): Promise<T> => {
      const countAtStart = endedSessionCount;
      const unlessEnded =
        <Result>(settle: (result: Result) => void) =>
        (result: Result) => {
          if (endedSessionCount === countAtStart) settle(result);
        };
      return new Promise((resolve, reject) => {
        promise.then(unlessEnded(resolve), unlessEnded(reject));
      });
    },
    /**
     * Opens the sign-in dialog, and resolves after the sign-in. Rejects with 401 if the user closes the dialog, and if in another
     * tab another user signs in or this user signs out. If no user is signed in, rejects without a dialog.
     */
    requireSignIn,
    /** Like `requireSignIn`, but rejects without a dialog if the user has closed the dialog with 'Not now' before. */
    requireSignInUnlessDeclined: (reason: string): Promise<void> =>
      hasDeclined ? Promise.reject(signInRequiredError()) : requireSignIn(reason),
    /** Lets polling open the sign-in dialog again after 'Not now', because the user has retried a call. */
    allowSignInDialogAgain: (): void => {
      hasDeclined = false;
    },
    /** Closes the sign-in dialog without a sign-in. */
    decline: (): void => {
      hasDeclined = true;
      if (state.status === "signed-in") setState({ ...state, endReason: undefined });
      finishPendingCalls((call) => call.reject(signInRequiredError()));
    },
    /** Ends the session. If Amplify throws, the session does not change. */
    signOut: async (): Promise<void> => {
      await signOut();
      // Not 'signed-out': the dashboard would redirect to the sign-in page, but the caller opens the home page.
      setState({ status: "unknown" });
      clearUserData();
    },
  };
}

export const sessionStore = createSessionStore();

const UNKNOWN: Session = { status: "unknown" };

export const useSession = (): Session =>
  useSyncExternalStore(sessionStore.subscribe, sessionStore.current, () => UNKNOWN);

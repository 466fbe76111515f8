import { useSyncExternalStore } from "react";
import { messages } from "../../../../../shared/messages.ts";
import { ApiError } from "../../../api-error.ts";
import { queryClient } from "../query-client.ts";
import type { AdminUser } from "./cognito.ts";
import { readUser, signOut } from "./cognito.ts";

/** `endedBecause` is the server's message when it has ended the session of a user who still sees the dashboard. */
type Session =
  | { status: "unknown" | "failed" | "signed-out" }
  | { status: "signed-in"; user: AdminUser; endedBecause?: string | undefined };

type PendingCall = { resume: () => void; reject: (error: Error) => void };

const signInRequired = () => new ApiError(401, messages.signInRequired);

function createSessionStore() {
  let state: Session = { status: "unknown" };
  let pending: PendingCall[] = [];
  /** The user chose 'Not now', and has not asked for anything since. */
  let declined = false;
  const listeners = new Set<() => void>();

  const set = (next: Session) => {
    state = next;
    listeners.forEach((listener) => listener());
  };
  const settlePending = (settle: (call: PendingCall) => void) => {
    const calls = pending;
    pending = [];
    calls.forEach(settle);
  };
  /** The next user must not see what the last one has read. */
  const forget = () => {
    settlePending((call) => call.reject(signInRequired()));
    queryClient.clear();
  };

  const requireSignIn = (why: string): Promise<void> =>
    new Promise((resume, reject) => {
      if (state.status !== "signed-in") return reject(signInRequired());
      pending.push({ resume, reject });
      if (state.endedBecause === undefined) set({ ...state, endedBecause: why });
    });

  return {
    current: (): Session => state,
    subscribe: (listener: () => void): (() => void) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    /** Reads from the browser's tokens who is signed in. Calls that wait for a sign-in go on. */
    check: async (): Promise<void> => {
      try {
        const user = await readUser();
        const before = state.status === "signed-in" ? state.user.uid : user?.uid;
        declined = false;
        if (!user || user.uid !== before) forget();
        set(user ? { status: "signed-in", user } : { status: "signed-out" });
        settlePending((call) => call.resume());
      } catch (error) {
        console.error("The sign-in could not be checked", error);
        set({ status: "failed" });
      }
    },
    /** Opens the sign-in dialog over the page. Resolves after the sign-in, rejects with 401 when it is dismissed. */
    requireSignIn,
    /** As `requireSignIn`, but rejects at once when the user has dismissed the dialog before. */
    requireSignInUnlessDeclined: (why: string): Promise<void> =>
      declined ? Promise.reject(signInRequired()) : requireSignIn(why),
    /** Lets polling open the dialog again, because the user has asked for something. */
    allowSignIn: (): void => {
      declined = false;
    },
    /** The user closes the sign-in dialog. */
    decline: (): void => {
      declined = true;
      if (state.status === "signed-in") set({ ...state, endedBecause: undefined });
      settlePending((call) => call.reject(signInRequired()));
    },
    /** Ends the session. When Amplify throws, the session stays as it is. */
    signOut: async (): Promise<void> => {
      await signOut();
      // Not 'signed-out': the dashboard would redirect to the sign-in page before the navigation to the home page.
      set({ status: "unknown" });
      forget();
    },
  };
}

export const sessionStore = createSessionStore();

const UNKNOWN: Session = { status: "unknown" };

/** Who is signed in. */
export const useSession = (): Session =>
  useSyncExternalStore(sessionStore.subscribe, sessionStore.current, () => UNKNOWN);

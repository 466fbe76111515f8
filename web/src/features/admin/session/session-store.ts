import { ApiError } from "../../../api-error.ts";
import { messages } from "../../../../../shared/messages.ts";
import { signOut as leave } from "../identity/sign-in.ts";
import type { AdminUser } from "../identity/user.ts";
import { readUser } from "../identity/user.ts";

/** `ended`, the server's words, while the page is still there but the server wants the password again. */
export type Session =
  | { status: "unknown" | "failed" | "signed-out" }
  | { status: "signed-in"; user: AdminUser; ended?: string | undefined };

type Waiting = { resume: () => void; giveUp: (error: Error) => void };

/** Who is signed in, for every part of the back office. */
function createSessionStore() {
  let state: Session = { status: "unknown" };
  let waiting: Waiting[] = [];
  /** 'Not now' was said, and nothing was asked for since. */
  let declined = false;
  const listeners = new Set<() => void>();

  const set = (next: Session) => {
    state = next;
    listeners.forEach((listener) => listener());
  };
  const settle = (how: (call: Waiting) => void) => {
    const calls = waiting;
    waiting = [];
    calls.forEach(how);
  };

  const again = (why: string): Promise<void> =>
    new Promise((resume, giveUp) => {
      if (state.status !== "signed-in") return giveUp(new ApiError(401, messages.signInRequired));
      waiting.push({ resume, giveUp });
      if (state.ended === undefined) set({ ...state, ended: why });
    });

  return {
    current: (): Session => state,
    subscribe: (listener: () => void): (() => void) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    /** Looks who is signed in; what waited for a sign-in goes on. */
    check: async (): Promise<void> => {
      try {
        const user = await readUser();
        declined = false;
        set(user ? { status: "signed-in", user } : { status: "signed-out" });
        if (user) settle((call) => call.resume());
      } catch (error) {
        console.error("The sign-in could not be checked", error);
        set({ status: "failed" });
      }
    },
    /** Asks for the password without leaving the page, and says why; settles when it was given, or rejects with 401. */
    again,
    /** As `again`, but rejects at once after 'Not now'. */
    againUnlessDeclined: (why: string): Promise<void> =>
      declined ? Promise.reject(new ApiError(401, messages.signInRequired)) : again(why),
    /** Somebody asks for something: 'Not now' is over. */
    askAgain: (): void => {
      declined = false;
    },
    /** The dialog that `again` opened was closed. */
    dismiss: (): void => {
      declined = true;
      if (state.status === "signed-in") set({ ...state, ended: undefined });
      settle((call) => call.giveUp(new ApiError(401, messages.signInRequired)));
    },
    /** Ends the session. Throws what Amplify throws; the state stays as it was then. */
    signOut: async (): Promise<void> => {
      await leave();
      settle((call) => call.giveUp(new ApiError(401, messages.signInRequired)));
      // Not 'signed-out': the page that is being left must not ask for a sign-in on its way.
      set({ status: "unknown" });
    },
  };
}

export const sessionStore = createSessionStore();

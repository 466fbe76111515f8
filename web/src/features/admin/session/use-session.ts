import { useSyncExternalStore } from "react";
import type { Session } from "./session-store.ts";
import { sessionStore } from "./session-store.ts";

const unknown: Session = { status: "unknown" };

/** Who is signed in, kept up to date. */
export const useSession = (): Session =>
  useSyncExternalStore(sessionStore.subscribe, sessionStore.current, () => unknown);

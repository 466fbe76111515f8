import { useSession } from "../auth/session.ts";

/** The email and the id of the signed-in admin. `authorText` recognizes the admin's own changes by them. */
export function useOwnIdentifiers(): string[] {
  const session = useSession();
  return session.status === "signed-in" ? [session.user.email, session.user.uid] : [];
}

import { fetchAuthSession } from "aws-amplify/auth";
import { configureAmplify } from "./configure.ts";

/** Who is signed in; `lastLogin` (ISO 8601) is when they gave their password. */
export type AdminUser = { uid: string; email: string; role: "admin"; lastLogin: string };

const text = (value: unknown): string => (typeof value === "string" ? value : "");

/** The signed-in user, or undefined. Throws when that cannot be found out, for example without a connection. */
export async function readUser(): Promise<AdminUser | undefined> {
  await configureAmplify();
  const { tokens } = await fetchAuthSession();
  if (!tokens) return undefined;
  const { username, sub, auth_time: since } = tokens.accessToken.payload;
  return {
    uid: text(username) || text(sub),
    email: text(tokens.idToken?.payload["email"]),
    role: "admin",
    lastLogin: new Date(Number(since) * 1000).toISOString(),
  };
}

/** A token for the API, renewed when it is due; undefined when nobody is signed in any more. */
export async function accessToken(): Promise<string | undefined> {
  await configureAmplify();
  const { tokens } = await fetchAuthSession();
  return tokens?.accessToken.toString();
}

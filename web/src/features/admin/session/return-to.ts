import * as z from "zod/mini";
import { paths } from "../../../paths.ts";

const From = z.object({
  from: z.object({
    pathname: z.string(),
    search: z._default(z.string(), ""),
    hash: z._default(z.string(), ""),
  }),
});

/** Pages of the back office only: an address that leads anywhere else would make the sign-in a way out of the site. */
const OWN = /^\/admin\/[\w-]+(\/[\w-]+)*$/;

/** Where to go after the sign-in: what the guard left in the navigation's state, or the dashboard. */
export function returnTo(state: unknown): string {
  const parsed = z.safeParse(From, state);
  if (!parsed.success) return paths.adminDashboard;
  const { pathname, search, hash } = parsed.data.from;
  const own = OWN.test(pathname) && pathname !== paths.adminSignIn;
  if (!own) return paths.adminDashboard;
  return `${pathname}${search.startsWith("?") ? search : ""}${hash.startsWith("#") ? hash : ""}`;
}

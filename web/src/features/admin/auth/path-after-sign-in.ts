import * as z from "zod/mini";
import { paths } from "../../../paths.ts";

const NavigationState = z.object({
  from: z.object({
    pathname: z.string(),
    search: z._default(z.string(), ""),
    hash: z._default(z.string(), ""),
  }),
});

/** Paths in the back office. A redirect to any other path would make the sign-in page an open redirect. */
const ADMIN_PATH = /^\/admin\/[\w-]+(\/[\w-]+)*$/;

/** The page to open after the sign-in: the page that `RequireAdmin` has stored, or the dashboard. */
export function pathAfterSignIn(state: unknown): string {
  const parsed = z.safeParse(NavigationState, state);
  if (!parsed.success) return paths.adminDashboard;
  const { pathname, search, hash } = parsed.data.from;
  if (!ADMIN_PATH.test(pathname) || pathname === paths.adminSignIn) return paths.adminDashboard;
  return `${pathname}${search.startsWith("?") ? search : ""}${hash.startsWith("#") ? hash : ""}`;
}

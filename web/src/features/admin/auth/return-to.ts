import * as z from "zod/mini";
import { paths } from "../../../paths.ts";

const From = z.object({
  from: z.object({
    pathname: z.string(),
    search: z._default(z.string(), ""),
    hash: z._default(z.string(), ""),
  }),
});

/** Paths of the back office. Any other target would make the sign-in page an open redirect. */
const ADMIN_PATH = /^\/admin\/[\w-]+(\/[\w-]+)*$/;

/** Where to go after the sign-in: the page that `RequireAdmin` put into the navigation's state, or the dashboard. */
export function returnTo(state: unknown): string {
  const parsed = z.safeParse(From, state);
  if (!parsed.success) return paths.adminDashboard;
  const { pathname, search, hash } = parsed.data.from;
  if (!ADMIN_PATH.test(pathname) || pathname === paths.adminSignIn) return paths.adminDashboard;
  return `${pathname}${search.startsWith("?") ? search : ""}${hash.startsWith("#") ? hash : ""}`;
}

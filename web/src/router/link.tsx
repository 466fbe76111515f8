import type { ComponentPropsWithRef, MouseEvent } from "react";
import { onPlainClick } from "../ui/plain-click.ts";
import { useRouter } from "./contexts.ts";
import { useLocation } from "./hooks.ts";
import type { To } from "./location.ts";
import { hrefOf, resolvePath } from "./location.ts";

export type LinkProps = Omit<ComponentPropsWithRef<"a">, "href"> & { to: To };

/**
 * A link that opens a page of the site without loading a new document. Opens nothing if `onClick` calls
 * `preventDefault`. A link to the current URL replaces the history entry.
 */
export function Link({ to, onClick, ...props }: LinkProps) {
  const router = useRouter();
  const location = useLocation();
  const href = hrefOf(resolvePath(to, location.pathname));
  const follow = onPlainClick(() => void router.navigate(to, { replace: href === hrefOf(location) }));
  return (
    <a
      {...props}
      href={href}
      onClick={(event: MouseEvent<HTMLAnchorElement>) => {
        onClick?.(event);
        if (!event.defaultPrevented) follow(event);
      }}
    />
  );
}

/** A link that is marked as current while its page is shown. */
export function NavLink(props: LinkProps & { to: string }) {
  const { pathname } = useLocation();
  const isCurrent = pathname.replace(/(?<=.)\/+$/, "").toLowerCase() === props.to.toLowerCase();
  return <Link {...props} aria-current={isCurrent ? "page" : undefined} />;
}

import { startTransition, useLayoutEffect, useState } from "react";
import { PageContext, RouterContext, RouterStateContext } from "./contexts.ts";
import { Outlet } from "./outlet.tsx";
import type { Router } from "./router.ts";

/** Shows the router's current page. The router's location changes first; then a transition renders the page. */
export function RouterProvider({ router }: { router: Router }) {
  const [state, setState] = useState(router.current);
  useLayoutEffect(() => {
    const update = () => startTransition(() => setState(router.current()));
    update();
    return router.subscribe(update);
  }, [router]);
  return (
    <RouterContext value={router}>
      <RouterStateContext value={state}>
        <PageContext value={state.page}>
          <Outlet />
        </PageContext>
      </RouterStateContext>
    </RouterContext>
  );
}

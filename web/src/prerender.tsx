import { StrictMode } from "react";
import { renderToString } from "react-dom/server";
import { createStaticHandler, createStaticRouter, StaticRouterProvider } from "react-router-dom";
import type { PageMeta } from "../../shared/page-meta.ts";
import { loadRouteCode } from "./load-route-code.ts";
import { routes } from "./routes.tsx";
import { PageMetaCollector } from "./ui/page-meta.ts";

/** Renders a page to HTML, with the meta data for its head. */
export async function render(path: string): Promise<{ html: string; meta: PageMeta }> {
  await loadRouteCode(routes, path);
  const handler = createStaticHandler(routes);
  const context = await handler.query(new Request(new URL(path, "http://localhost")));
  if (context instanceof Response)
    throw new Error(`${path} answers ${context.status}: it cannot be prerendered`);
  const router = createStaticRouter(handler.dataRoutes, context);
  let meta: PageMeta | undefined;
  const html = renderToString(
    <PageMetaCollector value={(collected) => (meta = collected)}>
      <StrictMode>
        <StaticRouterProvider router={router} context={context} hydrate={false} />
      </StrictMode>
    </PageMetaCollector>,
  );
  if (!meta) throw new Error(`${path} does not call usePageMeta`);
  return { html, meta };
}

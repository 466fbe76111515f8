import { StrictMode } from "react";
import { renderToString } from "react-dom/server";
import { createStaticHandler, createStaticRouter, StaticRouterProvider } from "react-router-dom";
import type { PageMeta } from "../../shared/page-meta.ts";
import { loadMatched } from "./load-matched.ts";
import { routes } from "./routes.tsx";
import { PageMetaSink } from "./ui/page-meta.ts";

/** The finished HTML of a page and what its head has to say. */
export async function render(path: string): Promise<{ html: string; meta: PageMeta }> {
  await loadMatched(routes, path);
  const handler = createStaticHandler(routes);
  const context = await handler.query(new Request(new URL(path, "http://localhost")));
  if (context instanceof Response)
    throw new Error(`${path} answers ${context.status}: it cannot be built as HTML`);
  const router = createStaticRouter(handler.dataRoutes, context);
  let meta: PageMeta | undefined;
  const html = renderToString(
    <PageMetaSink value={(said) => (meta = said)}>
      <StrictMode>
        <StaticRouterProvider router={router} context={context} hydrate={false} />
      </StrictMode>
    </PageMetaSink>,
  );
  if (!meta) throw new Error(`${path} does not call usePageMeta`);
  return { html, meta };
}

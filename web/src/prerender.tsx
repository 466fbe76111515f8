import { StrictMode } from "react";
import { renderToString } from "react-dom/server";
import type { PageMeta } from "../../shared/page-meta.ts";
import { loadCode } from "./router/match-routes.ts";
import { RouterProvider } from "./router/router-provider.tsx";
import { createStaticRouter } from "./router/router.ts";
import { routes } from "./routes.tsx";
import { PageMetaCollector } from "./ui/page-meta.ts";

/** Renders a page to HTML, with the meta data for its head. */
export async function render(path: string): Promise<{ html: string; meta: PageMeta }> {
  const router = createStaticRouter(routes, path);
  await loadCode(router.current().page.match);
  let meta: PageMeta | undefined;
  const html = renderToString(
    <PageMetaCollector value={(collected) => (meta = collected)}>
      <StrictMode>
        <RouterProvider router={router} />
      </StrictMode>
    </PageMetaCollector>,
  );
  if (!meta) throw new Error(`${path} does not call usePageMeta`);
  return { html, meta };
}

import { renderToStaticMarkup } from "react-dom/server";
import { afterEach, expect, test, vi } from "vitest";
import * as settings from "../../../shared/site/articles.ts";

// Each test loads the page's modules again, which takes seconds on a busy machine.
vi.setConfig({ testTimeout: 60_000 });

// Test files share loaded modules.
afterEach(() => {
  vi.doUnmock("../../../shared/site/articles.ts");
  vi.resetModules();
});

/** The blog with these articles. */
async function render(articles: readonly settings.Article[]): Promise<string> {
  vi.resetModules();
  vi.doMock("../../../shared/site/articles.ts", () => ({ ...settings, articles }));
  const { default: BlogPage } = await import("../../../web/src/features/blog/blog-page.tsx");
  const { RouterProvider } = await import("../../../web/src/router/router-provider.tsx");
  const { createStaticRouter } = await import("../../../web/src/router/router.ts");
  const router = createStaticRouter(
    [{ path: "/blog", Component: BlogPage }],
    new URL("https://shop.example/blog"),
  );
  return renderToStaticMarkup(<RouterProvider router={router} />);
}

test("a blog has a filter of its articles only if it has articles", async () => {
  const article: settings.Article = {
    id: "one",
    title: "One",
    excerpt: "A text.",
    author: "Ada",
    date: "2026-01-01",
    category: settings.articleCategories[0].id,
    readTime: "1 min read",
    image: "/blog/one.webp",
    link: "https://example.org/one",
    featured: true,
    mentionedLinks: [],
  };
  expect(await render([article])).toContain('aria-label="Categories"');
  expect(await render([])).not.toContain('aria-label="Categories"');
});

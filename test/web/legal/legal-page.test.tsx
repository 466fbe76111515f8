import { renderToString } from "react-dom/server";
import { expect, test } from "vitest";
import { privacy, shippingAndReturns, terms } from "../../../shared/site/legal.ts";
import LegalPage from "../../../web/src/features/legal/legal-page.tsx";
import { RouterProvider } from "../../../web/src/router/router-provider.tsx";
import { createStaticRouter } from "../../../web/src/router/router.ts";

const paths = [privacy, terms, shippingAndReturns].map(({ path }) => path);
const routes = paths.map((path) => ({ path, Component: LegalPage }));
const render = (path: string) =>
  renderToString(
    <RouterProvider router={createStaticRouter(routes, new URL(path, "https://shop.example"))} />,
  );

test("each legal page shows its own text, also for a path in capital letters or with a slash at the end", () => {
  expect(new Set(paths.map(render)).size).toBe(paths.length);
  for (const path of paths) {
    expect(render(`${path}/`)).toBe(render(path));
    expect(render(path.toUpperCase())).toBe(render(path));
  }
});

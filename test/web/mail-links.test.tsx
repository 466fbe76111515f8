import { renderToString } from "react-dom/server";
import { expect, test } from "vitest";
import { links } from "../../shared/site/links.ts";
import BackInStockPage from "../../web/src/features/back-in-stock/back-in-stock-page.tsx";
import ConfirmNewsletterPage from "../../web/src/features/newsletter/confirm-newsletter-page.tsx";
import UnsubscribePage from "../../web/src/features/newsletter/unsubscribe-page.tsx";
import OrderPage from "../../web/src/features/order/order-page.tsx";
import TicketPage from "../../web/src/features/tickets/ticket-page.tsx";
import { paths } from "../../web/src/paths.ts";
import { RouterProvider } from "../../web/src/router/router-provider.tsx";
import { createStaticRouter } from "../../web/src/router/router.ts";

const routes = [
  { path: paths.unsubscribe, Component: UnsubscribePage },
  { path: paths.confirmNewsletter, Component: ConfirmNewsletterPage },
  { path: paths.backInStock, Component: BackInStockPage },
  { path: paths.order, Component: OrderPage },
  { path: paths.ticket, Component: TicketPage },
];
const render = (link: string) =>
  renderToString(
    <RouterProvider router={createStaticRouter(routes, new URL(link, "https://shop.example"))} />,
  );

const ORDER_ID = "ord_01HZY3K9W8QJ5T6V7X2N4M0ABC";
const TOKEN = "abcdefghijklmnopqrst-_";
const newsQuery = `?order=${ORDER_ID}&token=${TOKEN}`;
const REQUEST = `prd_tee.-.${"0a".repeat(16)}`;
const stockQuery = (action: string) => `?${action}=${REQUEST}&token=${TOKEN}`;

test.each([
  ["/unsubscribe", newsQuery],
  ["/confirm-news", newsQuery],
  ["/back-in-stock", stockQuery("confirm")],
  ["/back-in-stock", stockQuery("end")],
])("%s%s has a button; without the whole token it says at once what to do instead", (path, query) => {
  expect(render(path + query)).toContain("<button");
  for (const brokenQuery of [
    "",
    query.slice(0, -1),
    query.replace(/&.*/, ""),
    query.replace(/=[^&]*/, "=x"),
  ]) {
    const html = render(path + brokenQuery);
    expect(html).toContain("This link is not complete");
    expect(html).toContain(`href="${links.email.url}"`);
    expect(html).not.toContain("<button");
  }
});

test("the pages of orders and tickets say at once that their link is broken, and lead to the form for a new one", () => {
  for (const link of [
    "/order",
    `/order#${ORDER_ID}`,
    `/order#${ORDER_ID}.${TOKEN.slice(1)}`,
    "/ticket",
    "/ticket#-",
  ])
    expect(render(link)).toContain(`href="${paths.findOrder}"`);
});

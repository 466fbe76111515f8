import { expect, test } from "vitest";
import { deliverySummary } from "../../../shared/site/delivery.ts";
import { privacy, shippingAndReturns, terms } from "../../../shared/site/legal.ts";
import { headerLinks, helpLinks } from "../../../shared/site/navigation.ts";
import { paths } from "../../../web/src/paths.ts";
import { hrefOf, resolvePath } from "../../../web/src/router/location.ts";
import type { Route } from "../../../web/src/router/match-routes.ts";
import { loadCode, matchRoutes, RouteLoadError } from "../../../web/src/router/match-routes.ts";

const product: Route = { path: "/store/:productId?" };
const home: Route = { path: "/" };
const notFound: Route = { path: "*" };
const layout: Route = { children: [home, product, notFound] };
const admin: Route = { children: [{ path: "/admin" }] };
const routes = [admin, layout];

test("the links in the texts of the site are paths of pages", () => {
  const { goods, ticket } = deliverySummary;
  const links = [...headerLinks, ...helpLinks, goods.link, ticket.link].map(({ to }) => to);
  const legalPaths = [privacy, terms, shippingAndReturns].map(({ path }) => path);
  expect(Object.values(paths)).toEqual(expect.arrayContaining([...links, ...legalPaths]));
});

test.each([
  ["/", home, {}],
  ["/store", product, { productId: undefined }],
  ["/Store/", product, { productId: undefined }],
  ["/store/hex%20tee", product, { productId: "hex tee" }],
  ["/store/%E0", product, { productId: "%E0" }],
  ["/store/a/b", notFound, {}],
  ["/stores", notFound, {}],
  ["/admin/x", notFound, {}],
])("the path %s matches its route, and parameters are decoded if they can be", (pathname, route, params) => {
  expect(matchRoutes(routes, pathname)).toEqual({ branch: [layout, route], params });
});

test("a path matches the first route of the list that fits, or no route", () => {
  expect(matchRoutes(routes, "/admin").branch).toEqual([admin, { path: "/admin" }]);
  expect(matchRoutes([admin], "/store").branch).toEqual([]);
});

test.each([
  ["/blog?category=tips#top", "/store", "/blog?category=tips#top"],
  ["?q=a b", "/store/x", "/store/x?q=a%20b"],
  [{ search: "?tab=orders" }, "/admin/dashboard", "/admin/dashboard?tab=orders"],
  [{ pathname: "/store", search: "", hash: "#top" }, "/", "/store#top"],
  ["//evil.example/x", "/", "//evil.example/x"],
  ["?q=x", "//evil.example", "//evil.example?q=x"],
])("the link %j on %s leads to %s", (to, pathname, href) => {
  expect(hrefOf(resolvePath(to, pathname))).toBe(href);
});

test("a route's code is loaded once, and again after a failure", async () => {
  const Page = () => null;
  let callCount = 0;
  const route: Route = {
    path: "/",
    load: () => (++callCount === 1 ? Promise.reject(new Error("offline")) : Promise.resolve(Page)),
  };
  const match = matchRoutes([route], "/");
  await expect(loadCode(match)).rejects.toThrow(RouteLoadError);
  await loadCode(match);
  expect([route.Component, loadCode(match), callCount]).toEqual([Page, undefined, 2]);
});

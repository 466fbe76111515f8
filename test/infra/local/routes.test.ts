import { expect, test } from "vitest";
import { createRouteMatcher } from "../../../infra/local/gateway/routes.ts";

const keys = [
  "ANY /api/{proxy+}",
  "GET /api/products",
  "GET /api/products/{id}",
  "GET /api/products/featured",
  "ANY /api/products/{id}",
  "GET /api/files/{path+}",
  "GET /api/files/{name}",
  "DELETE /api/checkout/sessions/{sessionId}",
  "POST /api/orders/{id}/refunds/{refund}",
];
const match = createRouteMatcher(keys.map((key) => ({ key, target: key })));
const withDefault = createRouteMatcher([...keys, "$default"].map((key) => ({ key, target: key })));

test.each<[method: string, path: string, key: string | undefined, parameters: Record<string, string>]>([
  ["GET", "/api/products", "GET /api/products", {}],
  ["GET", "/api/products/featured", "GET /api/products/featured", {}],
  ["GET", "/api/products/prd_1", "GET /api/products/{id}", { id: "prd_1" }],
  ["PUT", "/api/products/prd_1", "ANY /api/products/{id}", { id: "prd_1" }],
  ["PUT", "/api/products/featured", "ANY /api/products/{id}", { id: "featured" }],
  ["POST", "/api/products", "ANY /api/{proxy+}", { proxy: "products" }],
  ["GET", "/api/files/a", "GET /api/files/{name}", { name: "a" }],
  ["GET", "/api/files/a/b.txt", "GET /api/files/{path+}", { path: "a/b.txt" }],
  ["GET", "/api/products/a%2Fb%20c", "GET /api/products/{id}", { id: "a/b c" }],
  ["GET", "/api/products/%ZZ", undefined, {}],
  ["GET", "/api/products/", "ANY /api/{proxy+}", { proxy: "products/" }],
  ["POST", "/api/orders/o1/refunds/r1", "POST /api/orders/{id}/refunds/{refund}", { id: "o1", refund: "r1" }],
  ["GET", "/api", undefined, {}],
  ["GET", "/api/", undefined, {}],
  ["GET", "/other", undefined, {}],
])("the request %s %s leads to the route %s", (method, path, key, parameters) => {
  const matched = match(method, path);
  expect(matched?.route.target).toBe(key);
  expect(matched?.pathParameters ?? {}).toEqual(parameters);
});

test("a request that no other route matches goes to $default", () => {
  expect(withDefault("GET", "/other")?.route.target).toBe("$default");
  expect(withDefault("GET", "/api/products")?.route.target).toBe("GET /api/products");
});

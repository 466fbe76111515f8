import { expect, test } from "vitest";
import { returnTo } from "../../../web/src/features/admin/auth/return-to.ts";

const from = (pathname: string, search = "", hash = "") => ({ from: { pathname, search, hash } });

test("returns to the page that asked for the sign-in, with its query and fragment", () => {
  expect(returnTo(from("/admin/dashboard", "?tab=orders&q=a", "#x"))).toBe(
    "/admin/dashboard?tab=orders&q=a#x",
  );
});

test.each([
  undefined,
  null,
  "/admin/dashboard?tab=orders",
  {},
  from("https://evil.example/"),
  from("//evil.example"),
  from("/\\evil.example"),
  from("/admin//evil.example"),
  from("/admin/../checkout"),
  from("/store"),
  from("/admin/login"),
  from("javascript:alert(1)"),
])("%j leads to the dashboard", (state) => {
  expect(returnTo(state)).toBe("/admin/dashboard");
});

test("leaves out an invalid query or fragment", () => {
  expect(returnTo(from("/admin/dashboard", "@evil.example", ".evil"))).toBe("/admin/dashboard");
});

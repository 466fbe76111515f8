import { expect, test } from "vitest";
import { pathAfterSignIn } from "../../../web/src/features/admin/auth/path-after-sign-in.ts";

const stateFrom = (pathname: string, search = "", hash = "") => ({ from: { pathname, search, hash } });

test("the sign-in returns to the page that asked for it, with its query and fragment", () => {
  expect(pathAfterSignIn(stateFrom("/admin/dashboard", "?tab=orders&q=a", "#x"))).toBe(
    "/admin/dashboard?tab=orders&q=a#x",
  );
});

test.each([
  undefined,
  null,
  "/admin/dashboard?tab=orders",
  {},
  stateFrom("https://evil.example/"),
  stateFrom("//evil.example"),
  stateFrom("/\\evil.example"),
  stateFrom("/admin//evil.example"),
  stateFrom("/admin/../checkout"),
  stateFrom("/store"),
  stateFrom("/admin/login"),
  stateFrom("javascript:alert(1)"),
])("%j leads to the dashboard", (state) => {
  expect(pathAfterSignIn(state)).toBe("/admin/dashboard");
});

test("the path after the sign-in leaves out an invalid query or fragment", () => {
  expect(pathAfterSignIn(stateFrom("/admin/dashboard", "@evil.example", ".evil"))).toBe("/admin/dashboard");
});

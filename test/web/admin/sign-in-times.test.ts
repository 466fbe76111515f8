import { expect, test } from "vitest";
import { shopTime, shopZone } from "../../../test/support/shop-clock.ts";
import { lastSignInText, recordSignIn } from "../../../web/src/features/admin/auth/sign-in-times.ts";
import { stubLocalStorage } from "../../support/stub-storage.ts";

const MONDAY = shopTime("2026-11-16T09:00");
const TUESDAY = shopTime("2026-11-17T09:00");

test("the last sign-in that is shown is the one before the current sign-in of the same user", () => {
  stubLocalStorage();
  expect(recordSignIn("ada", MONDAY)).toBeUndefined();
  expect(recordSignIn("ada", MONDAY)).toBeUndefined();
  expect(recordSignIn("ada", TUESDAY)).toBe(MONDAY);
  // A reload during the same sign-in.
  expect(recordSignIn("ada", TUESDAY)).toBe(MONDAY);
  expect(recordSignIn("grace", TUESDAY)).toBeUndefined();
  expect(lastSignInText(undefined)).toBe("First sign-in in this browser");
  expect(lastSignInText(MONDAY)).toBe(`Last sign-in Nov 16, 2026 09:00 ${shopZone("2026-11-16T09:00")}`);
});

import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { ApiError } from "../../../web/src/api-error.ts";

const mocks = vi.hoisted(() => ({ adminCall: vi.fn() }));
vi.mock("../../../web/src/features/admin/auth/admin-call.ts", () => mocks);
const { waitForCheck } = await import("../../../web/src/features/admin/product-form/wait-for-check.ts");

const wait = () => waitForCheck("upl_1", new AbortController().signal);
beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  vi.resetAllMocks();
});

test("an image is not sent again because an answer about its check was lost", async () => {
  mocks.adminCall
    .mockRejectedValueOnce(new ApiError(0, "No connection."))
    .mockRejectedValueOnce(new ApiError(503, "Busy."))
    .mockResolvedValueOnce({ status: "waiting" })
    .mockResolvedValueOnce({ status: "ready", imageUrl: "/media/products/a.webp" });
  const imageUrl = wait();
  await vi.advanceTimersByTimeAsync(3000);
  expect(await imageUrl).toBe("/media/products/a.webp");
});

test("an image whose check has no answer for a minute has failed, with the reason", async () => {
  mocks.adminCall.mockRejectedValue(new ApiError(0, "No connection."));
  const failure = expect(wait()).rejects.toThrow("No connection.");
  await vi.advanceTimersByTimeAsync(61_000);
  await failure;
});

test("an image that the server refuses or does not know has failed at once", async () => {
  mocks.adminCall.mockResolvedValueOnce({ status: "refused", reason: "Not an image." });
  await expect(wait()).rejects.toThrow("Not an image.");
  mocks.adminCall.mockRejectedValueOnce(new ApiError(404, "Not found."));
  await expect(wait()).rejects.toThrow("Not found.");
});

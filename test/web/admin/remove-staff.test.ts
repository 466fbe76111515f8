import { expect, test, vi } from "vitest";
import { ApiError } from "../../../web/src/api-error.ts";

const mocks = vi.hoisted(() => ({ adminCall: vi.fn() }));
vi.mock("../../../web/src/features/admin/auth/admin-call.ts", () => mocks);
const { removeStaff } = await import("../../../web/src/features/admin/tickets/remove-staff.ts");

test("a person counts as removed from the door if an earlier request, whose answer was lost, has removed the person", async () => {
  mocks.adminCall.mockRejectedValueOnce(new ApiError(0, "No connection."));
  await expect(removeStaff("eve@example.com")).rejects.toThrow("No connection.");
  mocks.adminCall.mockRejectedValueOnce(new ApiError(404, "Not found."));
  await removeStaff("eve@example.com");
});

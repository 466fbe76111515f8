import { expect, test } from "vitest";
import { ApiError } from "../../../web/src/api-error.ts";
import { acceptMissing } from "../../../web/src/features/admin/accept-missing.ts";

test("a deletion counts as done if an earlier request, whose answer was lost, has deleted the thing", async () => {
  const fail = (error: Error) => Promise.reject<void>(error);
  await fail(new ApiError(404, "Not found.")).catch(acceptMissing);
  await expect(fail(new ApiError(0, "No connection.")).catch(acceptMissing)).rejects.toThrow(
    "No connection.",
  );
  await expect(fail(new TypeError("A mistake")).catch(acceptMissing)).rejects.toThrow("A mistake");
});

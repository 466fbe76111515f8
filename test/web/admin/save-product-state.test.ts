import { beforeEach, expect, test, vi } from "vitest";
import { ApiError } from "../../../web/src/api-error.ts";
import { testProduct } from "../../support/fixtures.ts";

const mocks = vi.hoisted(() => ({ adminCall: vi.fn(), rereadProducts: vi.fn() }));
vi.mock("../../../web/src/features/admin/auth/admin-call.ts", () => mocks);
vi.mock("../../../web/src/features/admin/product-list/product-queries.ts", () => mocks);
const { saveProductState } =
  await import("../../../web/src/features/admin/product-list/save-product-state.ts");

const product = testProduct({ version: 4 });
const archivedProduct = { ...product, state: "archived" as const, version: 5 };
beforeEach(() => void vi.resetAllMocks());

test("an archived product counts as saved although the answer was lost, if the list shows it as archived now", async () => {
  mocks.adminCall.mockRejectedValueOnce(new ApiError(0, "No connection."));
  mocks.rereadProducts.mockResolvedValueOnce({ products: [archivedProduct] });
  expect(await saveProductState({ product, state: "archived" })).toBe(archivedProduct);
});

test.each([
  ["is still active", 0, { products: [product] }],
  ["was changed once more", 503, { products: [{ ...archivedProduct, version: 6 }] }],
  ["cannot be read", 504, undefined],
])("a change of the state has failed if the product %s (%i)", async (_, status, list) => {
  const otherProduct = testProduct({ id: `other${status}`, version: 4 });
  mocks.adminCall.mockRejectedValueOnce(new ApiError(status, "No answer."));
  mocks.rereadProducts.mockResolvedValueOnce(
    list && { products: list.products.map((listed) => ({ ...listed, id: otherProduct.id })) },
  );
  await expect(saveProductState({ product: otherProduct, state: "archived" })).rejects.toThrow("No answer.");
});

test("a refused change of the state does not read the products again", async () => {
  mocks.adminCall.mockRejectedValueOnce(new ApiError(409, "Changed."));
  await expect(saveProductState({ product: testProduct({ id: "refused" }), state: "draft" })).rejects.toThrow(
    "Changed.",
  );
  expect(mocks.rereadProducts).not.toHaveBeenCalled();
});

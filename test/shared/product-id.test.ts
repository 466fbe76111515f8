import { expect, test } from "vitest";
import * as z from "zod/mini";
import { newId } from "../../lambdas/lib/ids.ts";
import { adminEpisodesApi } from "../../shared/api-admin-episodes.ts";
import { ProductId } from "../../shared/product-id.ts";

const isAccepted = (id: string): boolean[] => [
  z.safeParse(ProductId, id).success,
  z.safeParse(adminEpisodesApi.setEpisodeProducts.body, { productIds: [id] }).success,
];

test.each([newId("prd", 0), "prd_tee", `prd_${"0".repeat(56)}`])("%s may be a product's id", (id) => {
  expect(isAccepted(id)).toEqual([true, true]);
});

test.each(["prd_", "tee", "ord_tee", "prd_a-b", "prd_\ud800", `prd_${"0".repeat(57)}`])(
  "%j is refused as a product's id, in carts and for episodes",
  (id) => expect(isAccepted(id)).toEqual([false, false]),
);

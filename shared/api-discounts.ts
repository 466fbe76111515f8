import * as z from "zod/mini";
import { Discount, DiscountInput } from "./discounts.ts";
import type { Endpoint } from "./endpoint.ts";
import { RequestId } from "./request-id.ts";

const base = { access: "admin", handledBy: "admin-api" } as const;

/** The endpoints of the back office for discounts. */
export const discountsApi = {
  listDiscounts: {
    ...base,
    method: "GET",
    path: "/api/admin/discounts",
    summary: "All discounts, the newest first",
    status: 200,
    output: z.object({ discounts: z.array(Discount) }),
  },
  createDiscount: {
    ...base,
    method: "POST",
    path: "/api/admin/discounts",
    summary:
      "Adds a discount with one code, or with a batch of codes that each work once. A repeated requestId adds nothing",
    status: 201,
    body: z.extend(DiscountInput, { requestId: RequestId }),
    output: Discount,
  },
  endDiscount: {
    ...base,
    method: "POST",
    path: "/api/admin/discounts/{id}/end",
    summary: "Ends a discount for good; payment pages that are open keep the reduced price",
    status: 200,
    output: Discount,
  },
  listCodes: {
    ...base,
    method: "GET",
    path: "/api/admin/discounts/{id}/codes",
    summary:
      "The codes of a discount, and which of them are taken: held by a checkout or paid. A code without a limit is never taken",
    status: 200,
    output: z.object({ codes: z.array(z.object({ code: z.string(), isTaken: z.boolean() })) }),
  },
} as const satisfies Record<string, Endpoint>;

import { discountsApi } from "../../shared/api-discounts.ts";
import { notFound } from "../lib/errors.ts";
import { log } from "../lib/log.ts";
import { route, type AdminCheck, type Route } from "../lib/route.ts";
import type { StoredDiscount } from "./discount-table.ts";
import { endDiscount, getDiscount, readDiscounts, readTakenCodes } from "./discount-table.ts";
import { createDiscount } from "./save-discount.ts";

const logChange = (change: string, { id }: StoredDiscount, admin: string): void =>
  log.info(`A discount was ${change}`, { discount: id, admin });

/** The routes of the back office for discounts. Changes also check that the admin's session has not ended. */
export const discountRoutes = (checkSession: AdminCheck): Route[] => [
  route(discountsApi.listDiscounts, async () => ({ output: { discounts: await readDiscounts() } })),
  route(
    discountsApi.createDiscount,
    async ({ body, admin, now }) => {
      const discount = await createDiscount(body, { admin, now });
      logChange("added", discount, admin);
      return { output: discount };
    },
    checkSession,
  ),
  route(
    discountsApi.endDiscount,
    async ({ params, admin, now }) => {
      const discount = await endDiscount(params.id, now);
      if (!discount) throw notFound();
      logChange("ended", discount, admin);
      return { output: discount };
    },
    checkSession,
  ),
  route(discountsApi.listCodes, async ({ params }) => {
    const discount = await getDiscount(params.id);
    if (!discount) throw notFound();
    const takenCodes = await readTakenCodes(discount.codes);
    return { output: { codes: discount.codes.map((code) => ({ code, isTaken: takenCodes.has(code) })) } };
  }),
];

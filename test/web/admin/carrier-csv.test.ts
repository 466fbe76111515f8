import { expect, test } from "vitest";
import { longOrder } from "../../../infra/mail-samples/sample-orders.ts";
import { carrierCsv } from "../../../web/src/features/admin/fulfilment/carrier-csv.ts";

const { shippingInfo } = longOrder;
if (!shippingInfo) throw new Error("The order is not shipped");

test.each([
  ["12 Barrel Rd, Apt 3", "12 Barrel Rd,Apt 3"],
  ["12 Barrel Rd, #3", "12 Barrel Rd,#3"],
  ["12 Barrel Rd, # 3", "12 Barrel Rd,# 3"],
  ["12 Barrel Rd,# B2", "12 Barrel Rd,# B2"],
  ["12 Barrel Rd, #", '"12 Barrel Rd, #",'],
  ["12 Barrel Rd, Flatbush", '"12 Barrel Rd, Flatbush",'],
])("the address %j is written into the carrier's CSV file as the cells %j", (address, cells) => {
  const order = { ...longOrder, shippingInfo: { ...shippingInfo, address, city: "Louisville" } };
  expect(carrierCsv([order])).toContain(`,${cells},Louisville,`);
});

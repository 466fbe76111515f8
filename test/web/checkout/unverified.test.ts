import { beforeEach, expect, test } from "vitest";
import { PAYMENT_STATUS_LABEL } from "../../../shared/order-status.ts";
import { unverifiedSession } from "../../../web/src/features/checkout/checkout-storage.ts";
import { updateUnverifiedSession } from "../../../web/src/features/checkout/payment/update-unverified.ts";
import { payment } from "./payments.ts";

beforeEach(() => unverifiedSession.clear());

test("the browser stores an unverified session while its payment is unknown or unpaid", () => {
  updateUnverifiedSession("cs_1", "unknown");
  expect(unverifiedSession.read()).toBe("cs_1");
  updateUnverifiedSession("cs_1", payment("unpaid"));
  expect(unverifiedSession.read()).toBe("cs_1");
  unverifiedSession.clear();
  updateUnverifiedSession("cs_1", payment("unpaid"));
  expect(unverifiedSession.read()).toBe("cs_1");
});

test.each([
  payment("paid"),
  payment("failed"),
  payment("expired"),
  payment("refunding"),
  payment("refunded"),
  payment("unpaid", PAYMENT_STATUS_LABEL.processing),
])(
  "the browser removes a session that cannot be paid any more ($paymentStatus $receipt.status)",
  (result) => {
    updateUnverifiedSession("cs_1", "unknown");
    updateUnverifiedSession("cs_1", result);
    expect(unverifiedSession.read()).toBeUndefined();
  },
);

test("the result of a session does not remove another session, whose payment is unknown", () => {
  updateUnverifiedSession("cs_1", "unknown");
  updateUnverifiedSession("cs_2", payment("unpaid"));
  expect(unverifiedSession.read()).toBe("cs_1");
  updateUnverifiedSession("cs_2", payment("paid"));
  expect(unverifiedSession.read()).toBe("cs_1");
});

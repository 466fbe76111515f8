import { beforeEach, expect, test, vi } from "vitest";
import { adminApi } from "../../../shared/api-admin.ts";
import type { AdminUser } from "../../../web/src/features/admin/auth/cognito.ts";

const mocks = vi.hoisted(() => {
  // The query client listens to the window's focus.
  vi.stubGlobal("document", new EventTarget());
  vi.stubGlobal("window", new EventTarget());
  return {
    readUser: vi.fn<() => Promise<AdminUser | undefined>>(),
    signOut: () => Promise.resolve(),
    readAccessToken: () => Promise.resolve("token"),
    del: vi.fn<() => { response: Promise<unknown> }>(),
    get: () => ({ response: new Promise(() => undefined), cancel: () => undefined }),
  };
});
vi.mock("../../../web/src/features/admin/auth/cognito.ts", () => mocks);
vi.mock("../../../web/src/features/admin/auth/amplify.ts", () => ({ API_NAME: "api" }));
vi.mock("aws-amplify/api", () => {
  const { del, get } = mocks;
  return { del, get, patch: vi.fn(), post: vi.fn(), put: vi.fn(), isCancelError: () => false };
});
// Other test files may have loaded the modules without these mocks.
vi.resetModules();
const { adminCall } = await import("../../../web/src/features/admin/auth/admin-call.ts");
const { rereadOrder } = await import("../../../web/src/features/admin/orders/order-queries.ts");
const { sessionStore } = await import("../../../web/src/features/admin/auth/session.ts");

const signIn = (uid: string) => {
  mocks.readUser.mockResolvedValue({ uid, email: `${uid}@example.com`, role: "admin" });
  return sessionStore.check();
};

/** Sends a call that waits until the test settles `response`. Then `onSettled` gets 'done', or the error. */
function sendSlowCall() {
  const response = Promise.withResolvers<unknown>();
  mocks.del.mockReturnValueOnce({ response: response.promise });
  const onSettled = vi.fn();
  adminCall(adminApi.deleteProduct, { params: { id: "tee" } }).then(() => void onSettled("done"), onSettled);
  return { response, onSettled };
}
const unauthorizedError = { response: { statusCode: 401, body: "{}" } };

beforeEach(async () => {
  mocks.del.mockReset();
  await signIn("ada");
});

test.each([
  ["the answer", {}],
  ["a failure", { response: { statusCode: 503, body: "{}" } }],
  ["the answer 401 that the sign-in has ended", unauthorizedError],
])(
  "%s that arrives after another user has signed in is not seen by the second user",
  async (_, lateResult) => {
    const { response, onSettled } = sendSlowCall();
    await expect.poll(() => mocks.del).toHaveBeenCalledTimes(1);
    await sessionStore.signOut();
    await signIn("eve");
    if ("response" in lateResult) response.reject(lateResult);
    else response.resolve(lateResult);
    // When this call is settled, the first user's late answer has been handled too.
    mocks.del.mockReturnValueOnce({ response: Promise.resolve({}) });
    await adminCall(adminApi.deleteProduct, { params: { id: "mug" } });
    expect(onSettled).not.toHaveBeenCalled();
    expect(sessionStore.current()).not.toHaveProperty("endReason");
    expect(mocks.del).toHaveBeenCalledTimes(2);
  },
);

test("a call that waits for a sign-in is sent again by the same user, and by no other user", async () => {
  const ownCall = sendSlowCall();
  ownCall.response.reject(unauthorizedError);
  await expect.poll(() => sessionStore.current()).toHaveProperty("endReason");
  mocks.del.mockReturnValueOnce({ response: Promise.resolve({}) });
  await signIn("ada");
  await expect.poll(() => ownCall.onSettled).toHaveBeenCalledWith("done");
  const lostCall = sendSlowCall();
  lostCall.response.reject(unauthorizedError);
  await expect.poll(() => sessionStore.current()).toMatchObject({ endReason: expect.any(String) as string });
  await signIn("eve");
  mocks.del.mockReturnValueOnce({ response: Promise.resolve({}) });
  await adminCall(adminApi.deleteProduct, { params: { id: "mug" } });
  expect(lostCall.onSettled).not.toHaveBeenCalled();
  expect(mocks.del).toHaveBeenCalledTimes(4);
});

test("reading an order again after a conflict reports no error if the admin signs out meanwhile", async () => {
  const onSettled = vi.fn();
  rereadOrder("ord_1").then(onSettled, onSettled);
  await sessionStore.signOut();
  // The cancelled query rejects after some microtasks.
  await new Promise((resolve) => setTimeout(resolve));
  expect(onSettled).not.toHaveBeenCalled();
});

import { beforeEach, expect, test, vi } from "vitest";

const amplify = vi.hoisted(() => ({
  signIn: vi.fn<() => Promise<object>>(),
  confirmSignIn: vi.fn<() => Promise<object>>(),
  signOut: vi.fn<() => Promise<void>>(),
  verifyTOTPSetup: vi.fn<() => Promise<void>>(),
  updateMFAPreference: vi.fn<(preference: { totp: string }) => Promise<void>>(),
}));
vi.mock("aws-amplify/auth", () => amplify);
vi.mock("../../../web/src/features/admin/auth/amplify.ts", () => ({
  configureAmplify: () => Promise.resolve(),
}));
// Another test file may have loaded the module with the real Amplify.
vi.resetModules();
const { answerChallenge, signIn, turnOnApp } =
  await import("../../../web/src/features/admin/auth/cognito.ts");

const DONE = { nextStep: { signInStep: "DONE" } };
beforeEach(() => {
  for (const call of Object.values(amplify)) call.mockReset();
  amplify.signIn.mockResolvedValue(DONE);
  amplify.confirmSignIn.mockResolvedValue(DONE);
});

test.each([
  ["the password", (signal: AbortSignal) => signIn("ada@example.com", "secret", signal), amplify.signIn],
  ["the code", (signal: AbortSignal) => answerChallenge("123456", signal), amplify.confirmSignIn],
])(
  "a sign-in that %s completes after the admin left the page is signed out at once",
  async (_, send, call) => {
    const stayingController = new AbortController();
    expect(await send(stayingController.signal)).toBe("done");
    expect(amplify.signOut).not.toHaveBeenCalled();

    const leavingController = new AbortController();
    call.mockImplementation(() => {
      leavingController.abort();
      return Promise.resolve(DONE);
    });
    await expect(send(leavingController.signal)).rejects.toMatchObject({ name: "AbortError" });
    expect(amplify.signOut).toHaveBeenCalledTimes(1);
  },
);

test("an app that the sign-in sets up is turned on, so that Cognito lists it; a failure of this does not end the sign-in", async () => {
  const { signal } = new AbortController();
  await answerChallenge("123456", signal);
  expect(amplify.updateMFAPreference).not.toHaveBeenCalled();
  vi.spyOn(console, "error").mockImplementationOnce(() => undefined);
  amplify.updateMFAPreference.mockRejectedValueOnce(new Error("No connection"));
  expect(await answerChallenge("123456", signal, { setsUpApp: true })).toBe("done");
  expect(amplify.updateMFAPreference.mock.calls).toEqual([[{ totp: "PREFERRED" }]]);
});

test("an answer after the end of the sign-in leads back to the password, and a wrong code does not", async () => {
  const refuseWith = (name: string, message: string) =>
    amplify.confirmSignIn.mockRejectedValueOnce(Object.assign(new Error(message), { name }));
  const answer = () => answerChallenge("123456", new AbortController().signal);
  refuseWith("NotAuthorizedException", "Invalid session for the user, session is expired.");
  expect(await answer()).toBe("expired");
  refuseWith("CodeMismatchException", "Invalid code or auth state for the user.");
  await expect(answer()).rejects.toMatchObject({ name: "CodeMismatchException" });
  refuseWith("NotAuthorizedException", "User is disabled.");
  await expect(answer()).rejects.toMatchObject({ name: "NotAuthorizedException" });
});

test.each([
  ["while the code is checked", amplify.verifyTOTPSetup, []],
  ["while the app is turned on", amplify.updateMFAPreference, ["PREFERRED", "DISABLED"]],
])("'Cancel' %s leaves the authenticator app off", async (_, call, preferences) => {
  const controller = new AbortController();
  call.mockImplementationOnce(() => {
    controller.abort();
    return Promise.resolve();
  });
  await expect(turnOnApp("123456", controller.signal, { replacesApp: false })).rejects.toMatchObject({
    name: "AbortError",
  });
  expect(amplify.updateMFAPreference.mock.calls.map(([{ totp }]) => totp)).toEqual(preferences);
});

test("'Cancel' while a new app replaces another one leaves the new app on, because the old app no longer works", async () => {
  const controller = new AbortController();
  amplify.verifyTOTPSetup.mockImplementationOnce(() => Promise.resolve(controller.abort()));
  await turnOnApp("123456", controller.signal, { replacesApp: true });
  expect(amplify.updateMFAPreference.mock.calls).toEqual([[{ totp: "PREFERRED" }]]);
});

import { MutationObserver } from "@tanstack/react-query";
import { beforeEach, expect, test, vi } from "vitest";
import type { AdminUser } from "../../../web/src/features/admin/auth/cognito.ts";

const cognito = vi.hoisted(() => {
  // The query client listens to the window's focus.
  vi.stubGlobal("document", new EventTarget());
  vi.stubGlobal("window", new EventTarget());
  return { readUser: vi.fn<() => Promise<AdminUser | undefined>>(), signOut: vi.fn<() => Promise<void>>() };
});
vi.mock("../../../web/src/features/admin/auth/cognito.ts", () => cognito);
// Other test files may have loaded the modules without this mock.
vi.resetModules();
const { queryClient } = await import("../../../web/src/features/admin/query-client.ts");
const { sessionStore } = await import("../../../web/src/features/admin/auth/session.ts");
const { createUserStore } = await import("../../../web/src/features/admin/user-stores.ts");

const ada: AdminUser = {
  uid: "ada",
  email: "ada@example.com",
  role: "admin",
  lastLogin: "2026-11-20T12:00:00.000Z",
};
const REASON = "You last signed in more than 12 hours ago.";
const notes = createUserStore("");
const signIn = (user = ada) => {
  cognito.readUser.mockResolvedValue(user);
  return sessionStore.check();
};

beforeEach(async () => {
  cognito.signOut.mockReset().mockResolvedValue(undefined);
  await signIn();
  queryClient.setQueryData(["orders"], "what Ada has read");
  notes.set("what Ada has typed");
});

test("signing out removes all data that was read or typed, and rejects calls that wait for a sign-in", async () => {
  const waitingCall = sessionStore.requireSignIn(REASON);
  await Promise.all([expect(waitingCall).rejects.toMatchObject({ status: 401 }), sessionStore.signOut()]);
  expect(queryClient.getQueryCache().getAll()).toEqual([]);
  expect(notes.current()).toBe("");
  expect(sessionStore.current().status).toBe("unknown");
});

test("a sign-out that fails keeps the session and the data that was read", async () => {
  cognito.signOut.mockRejectedValue(new Error("No connection"));
  await expect(sessionStore.signOut()).rejects.toThrow("No connection");
  expect(sessionStore.current()).toMatchObject({ status: "signed-in", user: ada });
  expect(queryClient.getQueryData(["orders"])).toBe("what Ada has read");
});

test("a sign-in of the same user keeps the data that was read, and waiting calls continue", async () => {
  const waitingCall = sessionStore.requireSignIn(REASON);
  expect(sessionStore.current()).toMatchObject({ endReason: REASON });
  await signIn({ ...ada, lastLogin: "2026-11-21T12:00:00.000Z" });
  await waitingCall;
  expect(sessionStore.current()).not.toHaveProperty("endReason");
  expect(queryClient.getQueryData(["orders"])).toBe("what Ada has read");
});

test("a sign-in of another user removes the first user's data, and rejects the first user's waiting calls", async () => {
  const waitingCall = sessionStore.requireSignIn(REASON);
  await Promise.all([
    expect(waitingCall).rejects.toMatchObject({ status: 401 }),
    signIn({ ...ada, uid: "eve", email: "eve@example.com" }),
  ]);
  expect(queryClient.getQueryData(["orders"])).toBeUndefined();
});

test("a check that finds no tokens ends the session and removes all data that was read", async () => {
  cognito.readUser.mockResolvedValue(undefined);
  await sessionStore.check();
  expect(sessionStore.current().status).toBe("signed-out");
  expect(queryClient.getQueryCache().getAll()).toEqual([]);
});

test("a signed-in user stays signed in while the tokens cannot be read, so that the page keeps its input", async () => {
  vi.spyOn(console, "error").mockImplementationOnce(() => undefined);
  cognito.readUser.mockRejectedValueOnce(new Error("No connection"));
  await expect(sessionStore.check()).rejects.toThrow("No connection");
  expect(sessionStore.current()).toMatchObject({ status: "signed-in", user: ada });
  expect(queryClient.getQueryData(["orders"])).toBe("what Ada has read");
});

test("after 'Not now', a poll does not open the sign-in again until the user retries", async () => {
  const waitingCall = sessionStore.requireSignInUnlessDeclined(REASON);
  sessionStore.decline();
  await expect(waitingCall).rejects.toMatchObject({ status: 401 });
  await expect(sessionStore.requireSignInUnlessDeclined(REASON)).rejects.toMatchObject({ status: 401 });
  expect(sessionStore.current()).toMatchObject({ endReason: undefined });
  sessionStore.allowSignInDialogAgain();
  const polledCall = sessionStore.requireSignInUnlessDeclined(REASON);
  expect(sessionStore.current()).toMatchObject({ endReason: REASON });
  sessionStore.decline();
  await expect(polledCall).rejects.toMatchObject({ status: 401 });
});

/** An object whose `state` is 'waiting', and later 'done' or 'failed' when `promise` settles. */
function trackOutcome(promise: Promise<unknown>) {
  const outcome = { state: "waiting" };
  promise.then(
    () => (outcome.state = "done"),
    () => (outcome.state = "failed"),
  );
  return outcome;
}

test("an answer or a failure that arrives after a sign-out is dropped, also when the same user has signed in again", async () => {
  const answer = Promise.withResolvers<void>();
  const failure = Promise.withResolvers<void>();
  const outcomes = [answer, failure].map(({ promise }) =>
    trackOutcome(sessionStore.unlessSessionEnds(promise)),
  );
  await sessionStore.signOut();
  await signIn();
  answer.resolve();
  failure.reject(new Error("Late"));
  await expect(sessionStore.unlessSessionEnds(Promise.resolve("new"))).resolves.toBe("new");
  expect(outcomes.map(({ state }) => state)).toEqual(["waiting", "waiting"]);
});

test("an answer that arrives after the first check of the page, or after a sign-in of the same user, is not dropped", async () => {
  vi.resetModules();
  const { sessionStore: newStore } = await import("../../../web/src/features/admin/auth/session.ts");
  const answer = Promise.withResolvers<string>();
  const promises = [newStore.unlessSessionEnds(answer.promise)];
  await newStore.check();
  promises.push(newStore.unlessSessionEnds(answer.promise));
  await newStore.check();
  answer.resolve("late");
  expect(await Promise.all(promises)).toEqual(["late", "late"]);
});

test("a mutation whose answer is dropped leaves no timer running", async () => {
  vi.useFakeTimers();
  const mutation = { mutationFn: () => sessionStore.unlessSessionEnds(new Promise(() => undefined)) };
  const observer = new MutationObserver(queryClient, mutation);
  const unsubscribe = observer.subscribe(() => undefined);
  void observer.mutate();
  await sessionStore.signOut();
  unsubscribe();
  await vi.advanceTimersByTimeAsync(1000);
  expect(vi.getTimerCount()).toBe(0);
  vi.useRealTimers();
});

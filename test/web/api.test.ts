import { afterEach, expect, test, vi } from "vitest";
import { publicApi } from "../../shared/api-public.ts";
import { messages } from "../../shared/messages.ts";
import { call } from "../../web/src/api.ts";

afterEach(() => {
  vi.unstubAllGlobals();
});

const failureOf = (response: () => Promise<Response>) => {
  vi.stubGlobal("fetch", response);
  return call(publicApi.listProducts).catch((error: unknown) => error);
};

test("an answer whose body does not arrive in time is a time-out, not an error of the shop", async () => {
  const response = new Response("{}", { status: 200 });
  vi.spyOn(response, "json").mockRejectedValue(new DOMException("signal timed out", "TimeoutError"));
  expect(await failureOf(() => Promise.resolve(response))).toMatchObject({
    status: 504,
    message: messages.unavailable,
  });
});

test("a connection that breaks in the body is reported as no connection, and a body that is not JSON as an error of the shop", async () => {
  const response = new Response("{}", { status: 200 });
  vi.spyOn(response, "json").mockRejectedValue(new TypeError("network error"));
  expect(await failureOf(() => Promise.resolve(response))).toMatchObject({
    status: 0,
    code: "unavailable",
    message: messages.noConnection,
  });
  expect(await failureOf(() => Promise.resolve(new Response("<html>")))).toMatchObject({
    status: 500,
    message: messages.internal,
  });
});

test("a call without a network says that there is no connection, and a 503 without a message that the service is busy", async () => {
  expect(await failureOf(() => Promise.reject(new TypeError("Failed to fetch")))).toMatchObject({
    status: 0,
    code: "unavailable",
    messageFrom: "none",
    message: messages.noConnection,
  });
  expect(await failureOf(() => Promise.resolve(new Response("", { status: 503 })))).toMatchObject({
    status: 503,
    message: messages.unavailable,
  });
});

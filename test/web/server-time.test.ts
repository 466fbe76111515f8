import { afterEach, beforeEach, expect, test, vi } from "vitest";

const OPENED_AT = Date.parse("2026-10-01T20:00:00Z");
const answerAt = (ms: number) => new Headers({ date: new Date(ms).toUTCString() });
const loadModule = () => import("../../web/src/server-time.ts");
let serverTimeModule: Awaited<ReturnType<typeof loadModule>>;

beforeEach(async () => {
  vi.resetModules();
  vi.useFakeTimers({ now: Date.parse("2026-10-02T03:00:00Z"), toFake: ["Date", "performance"] });
  serverTimeModule = await loadModule();
});
afterEach(() => {
  vi.useRealTimers();
});

test("the server's time is that of the device until the first answer, and then that of the answers, whatever the clock of the device says", () => {
  const { noteServerTime, serverTime } = serverTimeModule;
  expect(serverTime()).toBe(Date.now());
  noteServerTime(answerAt(OPENED_AT));
  expect(serverTime()).toBe(OPENED_AT);
  vi.setSystemTime(0);
  expect(serverTime()).toBe(OPENED_AT);
  vi.advanceTimersByTime(5_000);
  expect(serverTime()).toBe(OPENED_AT + 5_000);
});

test("an older answer from a cache, or an answer without a date, does not change the server's time, but a newer answer does", () => {
  const { noteServerTime, serverTime } = serverTimeModule;
  noteServerTime(answerAt(OPENED_AT));
  noteServerTime(answerAt(OPENED_AT - 300_000));
  noteServerTime(new Headers());
  expect(serverTime()).toBe(OPENED_AT);
  // The device slept: its timer stood still, but the server's time did not.
  noteServerTime(answerAt(OPENED_AT + 3_600_000));
  expect(serverTime()).toBe(OPENED_AT + 3_600_000);
});

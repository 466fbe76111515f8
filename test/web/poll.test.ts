import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { createPoll } from "../../web/src/poll.ts";

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const advanceTimers = (ms: number) => vi.advanceTimersByTimeAsync(ms);

describe("a poll", () => {
  test("sends a request only after `sendNow`, then again after each pause", async () => {
    const send = vi.fn(() => Promise.resolve());
    const poll = createPoll({ send, pauseMs: () => 1_000 });
    await advanceTimers(5_000);
    expect(send).not.toHaveBeenCalled();
    poll.sendNow();
    await advanceTimers(2_500);
    expect(send).toHaveBeenCalledTimes(3);
    poll.stop();
  });

  test("sends one request at a time", async () => {
    const send = vi.fn(() => new Promise<void>((resolve) => setTimeout(resolve, 3_000)));
    const poll = createPoll({ send, pauseMs: () => 1_000 });
    poll.sendNow();
    poll.sendNow();
    poll.schedule();
    await advanceTimers(2_999);
    expect(send).toHaveBeenCalledTimes(1);
    await advanceTimers(1_001);
    expect(send).toHaveBeenCalledTimes(2);
    poll.stop();
  });

  test("ends when `pauseMs` returns undefined", async () => {
    const pauses = [1_000];
    const send = vi.fn(() => Promise.resolve());
    createPoll({ send, pauseMs: () => pauses.shift() }).sendNow();
    await advanceTimers(60_000);
    expect(send).toHaveBeenCalledTimes(2);
  });

  test("aborts the running request when it is stopped, and does not send again", async () => {
    const signals: AbortSignal[] = [];
    const poll = createPoll({
      send: (signal) => {
        signals.push(signal);
        return new Promise((resolve) => setTimeout(resolve, 500));
      },
      pauseMs: () => 1_000,
    });
    poll.sendNow();
    poll.stop();
    await advanceTimers(60_000);
    expect(signals.map(({ aborted }) => aborted)).toEqual([true]);
  });

  test("counts a new pause from the call of `schedule`", async () => {
    let ms = 30_000;
    const send = vi.fn(() => Promise.resolve());
    const poll = createPoll({ send, pauseMs: () => ms });
    poll.sendNow();
    await advanceTimers(10_000);
    ms = 5_000;
    poll.schedule();
    await advanceTimers(5_000);
    expect(send).toHaveBeenCalledTimes(2);
    poll.stop();
  });
});

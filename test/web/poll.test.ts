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
  test("asks only after `askNow`, then again after each pause", async () => {
    const ask = vi.fn(() => Promise.resolve());
    const poll = createPoll({ ask, pause: () => 1_000 });
    await advanceTimers(5_000);
    expect(ask).not.toHaveBeenCalled();
    poll.askNow();
    await advanceTimers(2_500);
    expect(ask).toHaveBeenCalledTimes(3);
    poll.stop();
  });

  test("sends one request at a time", async () => {
    const ask = vi.fn(() => new Promise<void>((resolve) => setTimeout(resolve, 3_000)));
    const poll = createPoll({ ask, pause: () => 1_000 });
    poll.askNow();
    poll.askNow();
    poll.schedule();
    await advanceTimers(2_999);
    expect(ask).toHaveBeenCalledTimes(1);
    await advanceTimers(1_001);
    expect(ask).toHaveBeenCalledTimes(2);
    poll.stop();
  });

  test("ends when there is no pause", async () => {
    const pauses = [1_000];
    const ask = vi.fn(() => Promise.resolve());
    createPoll({ ask, pause: () => pauses.shift() }).askNow();
    await advanceTimers(60_000);
    expect(ask).toHaveBeenCalledTimes(2);
  });

  test("aborts the running request when it is stopped, and does not ask again", async () => {
    const signals: AbortSignal[] = [];
    const poll = createPoll({
      ask: (signal) => {
        signals.push(signal);
        return new Promise((resolve) => setTimeout(resolve, 500));
      },
      pause: () => 1_000,
    });
    poll.askNow();
    poll.stop();
    await advanceTimers(60_000);
    expect(signals.map(({ aborted }) => aborted)).toEqual([true]);
  });

  test("counts a new pause from the call of `schedule`", async () => {
    let ms = 30_000;
    const ask = vi.fn(() => Promise.resolve());
    const poll = createPoll({ ask, pause: () => ms });
    poll.askNow();
    await advanceTimers(10_000);
    ms = 5_000;
    poll.schedule();
    await advanceTimers(5_000);
    expect(ask).toHaveBeenCalledTimes(2);
    poll.stop();
  });
});

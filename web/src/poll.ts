type PollOptions = {
  /** Sends one request, and handles its errors. */
  send: (signal: AbortSignal) => Promise<void>;
  /** The time in ms before the next request; undefined to stop. */
  pause: () => number | undefined;
};

/**
 * Repeats a request, with a pause after each response and never two requests at once. `sendNow` starts polling.
 */
export function createPoll({ send, pause }: PollOptions) {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let runningRequest: AbortController | undefined;

  const schedule = () => {
    clearTimeout(timer);
    const pauseMs = pause();
    if (pauseMs !== undefined) timer = setTimeout(sendNow, pauseMs);
  };
  const sendNow = () => {
    if (runningRequest) return;
    clearTimeout(timer);
    const controller = new AbortController();
    runningRequest = controller;
    void send(controller.signal).finally(() => {
      if (runningRequest !== controller) return;
      runningRequest = undefined;
      schedule();
    });
  };
  return {
    sendNow,
    /** Starts the pause again, with the length that `pause` returns now. No request follows if `pause` returns undefined. */
    schedule,
    /** Ends the pause and aborts the running request. */
    stop: () => {
      clearTimeout(timer);
      runningRequest?.abort();
      runningRequest = undefined;
    },
  };
}

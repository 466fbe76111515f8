type PollOptions = {
  /** Sends one request, and handles its errors. */
  send: (signal: AbortSignal) => Promise<void>;
  /** The time in ms before the next request; undefined to stop. */
  pauseMs: () => number | undefined;
};

/**
 * Repeats a request, with a pause after each response and never two requests at once. `sendNow` or `schedule` starts polling.
 */
export function createPoll({ send, pauseMs }: PollOptions) {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let runningController: AbortController | undefined;

  const schedule = () => {
    clearTimeout(timer);
    const nextPauseMs = pauseMs();
    if (nextPauseMs !== undefined) timer = setTimeout(sendNow, nextPauseMs);
  };
  const sendNow = () => {
    if (runningController) return;
    clearTimeout(timer);
    const controller = new AbortController();
    runningController = controller;
    void send(controller.signal).finally(() => {
      if (runningController !== controller) return;
      runningController = undefined;
      schedule();
    });
  };
  return {
    sendNow,
    /** Starts the pause again, with the length that `pauseMs` returns now. No request follows if it returns undefined. */
    schedule,
    /** Ends the pause and aborts the running request. */
    stop: () => {
      clearTimeout(timer);
      runningController?.abort();
      runningController = undefined;
    },
  };
}

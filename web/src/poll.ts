type PollOptions = {
  /** Sends one request, and handles its errors. */
  ask: (signal: AbortSignal) => Promise<void>;
  /** The time in ms before the next request; undefined to stop. */
  pause: () => number | undefined;
};

/**
 * Repeats a request, with a pause after each answer and never two requests at once. `askNow` starts the poll.
 */
export function createPoll({ ask, pause }: PollOptions) {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let running: AbortController | undefined;

  const schedule = () => {
    clearTimeout(timer);
    const pauseMs = pause();
    if (pauseMs !== undefined) timer = setTimeout(askNow, pauseMs);
  };
  const askNow = () => {
    if (running) return;
    clearTimeout(timer);
    const controller = new AbortController();
    running = controller;
    void ask(controller.signal).finally(() => {
      if (running !== controller) return;
      running = undefined;
      schedule();
    });
  };
  return {
    askNow,
    /** Restarts the pause, with its present length. */
    schedule,
    /** Ends the pause and aborts the running request. */
    stop: () => {
      clearTimeout(timer);
      running?.abort();
      running = undefined;
    },
  };
}

type PollOptions = {
  /** One request. It handles its own errors. */
  ask: (signal: AbortSignal) => Promise<void>;
  /** How long (ms) to wait before asking again; undefined to stop asking. */
  pause: () => number | undefined;
};

/** Asks again and again, one request at a time, with a pause after each answer. Nothing happens before `askNow`. */
export function createPoll({ ask, pause }: PollOptions) {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let running: AbortController | undefined;

  const schedule = () => {
    clearTimeout(timer);
    const ms = pause();
    if (ms !== undefined) timer = setTimeout(askNow, ms);
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
    /** Takes a new pause, counted from now. */
    schedule,
    /** Ends the pause and aborts the running request. */
    stop: () => {
      clearTimeout(timer);
      running?.abort();
      running = undefined;
    },
  };
}

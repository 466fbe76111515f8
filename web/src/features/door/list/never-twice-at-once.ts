/**
 * Returns a function that calls `run`, but never twice at the same time. However often it is called during a run, one more run
 * follows. `run` must not reject.
 */
export function neverTwiceAtOnce(run: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> | undefined;
  let next: Promise<void> | undefined;
  const start = () => (running = run().finally(() => (running = undefined)));
  return () => {
    if (!running) return start();
    return (next ??= running.then(() => {
      next = undefined;
      return start();
    }));
  };
}

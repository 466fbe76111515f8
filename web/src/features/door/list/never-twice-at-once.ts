/**
 * Returns a function that calls `run`, but never twice at the same time. However often it is called during a run, one more run
 * follows. `run` must not reject.
 */
export function neverTwiceAtOnce(run: () => Promise<void>): () => Promise<void> {
  let runningPromise: Promise<void> | undefined;
  let nextPromise: Promise<void> | undefined;
  const start = () => (runningPromise = run().finally(() => (runningPromise = undefined)));
  return () => {
    if (!runningPromise) return start();
    return (nextPromise ??= runningPromise.then(() => {
      nextPromise = undefined;
      return start();
    }));
  };
}

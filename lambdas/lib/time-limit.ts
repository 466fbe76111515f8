/** Returns a function that tells whether more than `ms` have passed since this call. */
export function startTimeLimit(ms: number): () => boolean {
  const startedAt = performance.now();
  return () => performance.now() - startedAt > ms;
}

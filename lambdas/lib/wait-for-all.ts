/**
 * Like `Promise.all`, but rejects only after every promise has settled. Lambda freezes a function that
 * returns while a call is pending; the call would then write minutes later, when the function runs again.
 */
export async function waitForAll<T>(promises: readonly Promise<T>[]): Promise<T[]> {
  const results = await Promise.allSettled(promises);
  const firstFailure = results.find((result) => result.status === "rejected");
  if (firstFailure) throw firstFailure.reason;
  return results.flatMap((result) => (result.status === "fulfilled" ? [result.value] : []));
}

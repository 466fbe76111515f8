/**
 * As `Promise.all`, but throws only when every one has ended. A function that answers while a call is still on its way is
 * frozen with it, and thawed minutes later: the call would then write what nobody expects any more.
 */
export async function waitForAll<T>(work: readonly Promise<T>[]): Promise<T[]> {
  const results = await Promise.allSettled(work);
  const failed = results.find((result) => result.status === "rejected");
  if (failed) throw failed.reason;
  return results.flatMap((result) => (result.status === "fulfilled" ? [result.value] : []));
}

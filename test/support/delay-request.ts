/** Delays the next request to the table for which `matches` returns true, until `release` is called. */
export async function delayNextRequest(matches: (target: string, body: string) => boolean) {
  const { documentClient } = await import("../../lambdas/lib/dynamodb.ts");
  const { promise, resolve: release } = Promise.withResolvers<void>();
  let hasBegunToWait = false;
  documentClient().middlewareStack.add(
    (next) => async (args) => {
      const { headers, body } = args.request as { headers: Record<string, string>; body: string };
      if (!hasBegunToWait && matches(headers["x-amz-target"] ?? "", body)) {
        hasBegunToWait = true;
        await promise;
      }
      return next(args);
    },
    { step: "deserialize", priority: "low" },
  );
  return { release, hasBegunToWait: () => hasBegunToWait };
}

/** Runs `run` while DynamoDB's answer to the first `operation`, such as PutItem, is lost after DynamoDB has applied it. The SDK repeats the operation. */
export async function withLostAnswer<T>(operation: string, run: () => Promise<T>): Promise<T> {
  const { documentClient } = await import("../../lambdas/lib/dynamodb.ts");
  const name = `loseAnswerTo${operation}`;
  let isLost = false;
  documentClient().middlewareStack.add(
    (next) => async (args) => {
      const { headers } = args.request as { headers: Record<string, string> };
      const answer = await next(args);
      if (isLost || !headers["x-amz-target"]?.endsWith(`.${operation}`)) return answer;
      isLost = true;
      const body = Buffer.from(JSON.stringify({ __type: "InternalServerError" }));
      return { response: { statusCode: 500, headers: {}, body } };
    },
    { step: "deserialize", priority: "low", name },
  );
  try {
    return await run();
  } finally {
    documentClient().middlewareStack.remove(name);
  }
}

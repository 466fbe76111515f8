import type { APIGatewayProxyEventV2, Context, SQSEvent } from "aws-lambda";
import { setTimeout as wait } from "node:timers/promises";
import { beforeAll, expect, test } from "vitest";
import { pagesApi } from "../../shared/api-pages.ts";
import { eventFunction } from "../../lambdas/lib/event.ts";
import { httpFunction } from "../../lambdas/lib/http.ts";
import { queueFunction } from "../../lambdas/lib/queue.ts";
import { route } from "../../lambdas/lib/route.ts";
import { SECRETS } from "../support/secrets.ts";
import { openShop } from "../support/shop.ts";

type Work = () => Promise<void>;

/** The context of an invocation whose time-out is near. */
const context = { getRemainingTimeInMillis: () => 10, awsRequestId: "late" } as Context;

const message = { id: "1", source: "test", "detail-type": "Test", time: "", detail: {} };
const batch = {
  Records: [{ messageId: "1", body: JSON.stringify(message), attributes: {}, eventSourceARN: "" }],
} as unknown as SQSEvent;
const { method, path } = pagesApi.sitemap;
const request = {
  routeKey: `${method} ${path}`,
  headers: { "x-origin-secret": SECRETS.origin },
  requestContext: { requestId: "1", http: { method, path } },
} as unknown as APIGatewayProxyEventV2;

beforeAll(async () => {
  await openShop();
});

test.each<[string, (work: Work) => Promise<unknown>]>([
  ["the table's stream", (work) => eventFunction(work)({}, context)],
  ["a queue", (work) => queueFunction(work)(batch, context)],
  [
    "a request",
    (work) => {
      const answer = route(pagesApi.sitemap, async () => {
        await work();
        return { text: "", type: "text/plain", status: 200 };
      });
      return httpFunction("origin", [answer])(request, context);
    },
  ],
])(
  "an invocation by %s does not end before its work, because Lambda would continue the work in the next invocation",
  async (_, invoke) => {
    let isDone = false;
    const work = async () => {
      await wait(50);
      isDone = true;
    };
    await invoke(work).catch(() => undefined);
    expect(isDone).toBe(true);
  },
);

import { beforeAll, expect, test, vi } from "vitest";
import * as z from "zod/mini";
import { callUserPoolApi } from "../../lambdas/lib/cognito.ts";
import { hideMessages } from "../../lambdas/lib/message-visibility.ts";
import { sendEmail } from "../../lambdas/lib/ses.ts";
import { serveUntilClosed } from "../support/serve.ts";

const connections: (string | undefined)[] = [];

beforeAll(async () => {
  const server = await serveUntilClosed((req, res) => {
    connections.push(req.headers.connection);
    req.resume().on("end", () => res.end("{}"));
  });
  vi.stubEnv("AWS_REGION", "us-east-1");
  for (const service of ["SESV2", "SQS", "COGNITO_IDENTITY_PROVIDER"])
    vi.stubEnv(`AWS_ENDPOINT_URL_${service}`, server.url);
  return () => server.close();
});

const text = { Data: "Hello", Charset: "UTF-8" } as const;

test("each call without the SDK opens its own connection, because AWS may close a connection while the function is frozen", async () => {
  await sendEmail({
    FromEmailAddress: "shop@example.com",
    Destination: { ToAddresses: ["ada@example.com"] },
    ConfigurationSetName: "customers",
    EmailTags: [],
    Content: { Simple: { Subject: text, Body: { Html: text, Text: text } } },
  });
  await hideMessages("arn:aws:sqs:us-east-1:111122223333:Jobs", [
    { messageId: "1", receiptHandle: "1", seconds: 10 },
  ]);
  for (const isSigned of [true, false]) await callUserPoolApi("GetUser", {}, z.unknown(), { isSigned });
  expect(connections).toEqual(["close", "close", "close", "close"]);
});

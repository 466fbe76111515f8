// What Stripe, Secrets Manager, SES, EventBridge and Cognito answer in `npm run bench:functions`, in a process of its own.
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

let count = 0;

/** Stripe's objects with the fields that the functions read. https://docs.stripe.com/api */
function stripeAnswer(method: string, path: string): object {
  const id = `${++count}`.padStart(8, "0");
  if (path.endsWith("/expire"))
    return { id: path.split("/").at(-2), object: "checkout.session", status: "expired" };
  if (path.startsWith("/v1/refunds"))
    return method === "GET"
      ? { object: "list", data: [], has_more: false }
      : { id: `re_${id}`, object: "refund", amount: 2500, status: "succeeded", metadata: {} };
  const url = `https://checkout.stripe.com/c/${id}`;
  // The price of the one product, in cents: the shop closes a payment page with another amount.
  return { id: `cs_bench_${id}`, object: "checkout.session", url, amount_total: 2500 };
}

const awsAnswers: Record<string, (body: string) => object> = {
  "secretsmanager.GetSecretValue": (body) => ({
    SecretString: (JSON.parse(body) as { SecretId: string }).SecretId,
  }),
  "AWSEvents.PutEvents": (body) => ({
    FailedEntryCount: 0,
    Entries: (JSON.parse(body) as { Entries: unknown[] }).Entries.map(() => ({
      EventId: `event-${++count}`,
    })),
  }),
};
/** Cognito's answer about every admin. */
const ADMIN_ANSWER = { Username: "ada", UserAttributes: [], Groups: [{ GroupName: "admin" }] };
const SES_ANSWER = { MessageId: "m" };

const server = createServer((request, response) => {
  const chunks: Buffer[] = [];
  request.on("data", (chunk: Buffer) => chunks.push(chunk));
  request.on("end", () => {
    const { method = "", url = "", headers } = request;
    const target = String(headers["x-amz-target"]);
    const aws = target.startsWith("AWSCognito") ? () => ADMIN_ANSWER : awsAnswers[target];
    const isMail = !aws && !url.startsWith("/v1/");
    response.setHeader("content-type", "application/json");
    if (isMail) return response.end(JSON.stringify(SES_ANSWER));
    const answer = aws
      ? aws(Buffer.concat(chunks).toString())
      : stripeAnswer(method, url.split("?")[0] ?? "");
    return response.end(JSON.stringify(answer));
  });
});
server.listen(0, "127.0.0.1", () =>
  console.log(`http://127.0.0.1:${(server.address() as AddressInfo).port}`),
);

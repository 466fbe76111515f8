import { expect, test, vi } from "vitest";
import { sendEmail } from "../../lambdas/lib/ses.ts";

vi.stubEnv("AWS_REGION", "us-east-1");
const text = { Data: "Hello", Charset: "UTF-8" } as const;
const mail = {
  FromEmailAddress: "shop@example.com",
  Destination: { ToAddresses: ["ada@example.com"] },
  ConfigurationSetName: "customers",
  EmailTags: [],
  Content: { Simple: { Subject: text, Body: { Html: text, Text: text } } },
};
const responseWith = (status: number, type = "") =>
  new Response('{"message":"why"}', { status, headers: { "x-amzn-errortype": type } });

test("a mail goes to SES's endpoint of the region, signed for SES, and is tried again once after a 503 or a refused connection", async () => {
  const fetchMock = vi.spyOn(globalThis, "fetch").mockResolvedValueOnce(responseWith(503));
  fetchMock.mockResolvedValueOnce(responseWith(200));
  await sendEmail(mail);
  const [url, options] = fetchMock.mock.lastCall ?? [];
  expect(url).toEqual(new URL("https://email.us-east-1.amazonaws.com/v2/email/outbound-emails"));
  expect(new Headers(options?.headers).get("authorization")).toContain("/us-east-1/ses/aws4_request");
  fetchMock.mockRejectedValue(new TypeError("fetch failed", { cause: { code: "ECONNREFUSED" } }));
  await expect(sendEmail(mail)).rejects.toThrow("fetch failed");
  expect(fetchMock).toHaveBeenCalledTimes(4);
});

test("a mail that SES does not answer is not tried again, because it may have been sent", async () => {
  const fetchMock = vi
    .spyOn(globalThis, "fetch")
    .mockReset()
    .mockRejectedValue(new DOMException("late", "TimeoutError"));
  await expect(sendEmail(mail)).rejects.toMatchObject({ name: "NoAnswerError" });
  expect(fetchMock).toHaveBeenCalledTimes(1);
});

test("a mail that SES refuses is not tried again, and the error has the name of SES's error", async () => {
  const fetchMock = vi
    .spyOn(globalThis, "fetch")
    .mockReset()
    .mockResolvedValue(responseWith(400, "MessageRejected:http://x"));
  await expect(sendEmail(mail)).rejects.toMatchObject({ name: "MessageRejected", message: "why" });
  expect(fetchMock).toHaveBeenCalledTimes(1);
});

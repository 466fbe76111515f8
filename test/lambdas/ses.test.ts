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
const answer = (status: number, type = "") =>
  new Response('{"message":"why"}', { status, headers: { "x-amzn-errortype": type } });

test("a mail goes to SES's endpoint of the region, signed for SES, and is tried again once", async () => {
  const fetched = vi.spyOn(globalThis, "fetch").mockResolvedValueOnce(answer(503));
  fetched.mockResolvedValueOnce(answer(200));
  await sendEmail(mail);
  const [url, options] = fetched.mock.lastCall ?? [];
  expect(url).toEqual(new URL("https://email.us-east-1.amazonaws.com/v2/email/outbound-emails"));
  expect(new Headers(options?.headers).get("authorization")).toContain("/us-east-1/ses/aws4_request");
  fetched.mockRejectedValue(new TypeError("fetch failed", { cause: { code: "ECONNREFUSED" } }));
  await expect(sendEmail(mail)).rejects.toThrow("fetch failed");
  expect(fetched).toHaveBeenCalledTimes(4);
});

test("a mail that SES does not answer is not tried again, because it may have been sent", async () => {
  const fetched = vi
    .spyOn(globalThis, "fetch")
    .mockReset()
    .mockRejectedValue(new DOMException("late", "TimeoutError"));
  await expect(sendEmail(mail)).rejects.toMatchObject({ name: "NoAnswerError" });
  expect(fetched).toHaveBeenCalledTimes(1);
});

test("a mail that SES refuses is not tried again, and the error has the name of SES's error", async () => {
  const fetched = vi
    .spyOn(globalThis, "fetch")
    .mockReset()
    .mockResolvedValue(answer(400, "MessageRejected:http://x"));
  await expect(sendEmail(mail)).rejects.toMatchObject({ name: "MessageRejected", message: "why" });
  expect(fetched).toHaveBeenCalledTimes(1);
});

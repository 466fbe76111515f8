import { setTimeout as wait } from "node:timers/promises";
import * as z from "zod/mini";
import { readEnv, Text } from "./env.ts";
import { newConnectionHeader, roleCredentials, signedHeaders } from "./sign-request.ts";

const TIMEOUT_MS = 5_000;
const MAX_TRIES = 2;
/** The shortest and longest pause before the second try, after SES refused a mail because of the quota. */
const PAUSE_MS = { min: 500, max: 1_500 };
/** The longest time that `sendEmail` takes. The time-outs of functions that send mails must allow for it. */
export const MAX_SENDING_MS = MAX_TRIES * TIMEOUT_MS + PAUSE_MS.max;

const Env = z.object({ AWS_REGION: Text, AWS_ENDPOINT_URL_SESV2: z.optional(Text) });
const Refusal = z.object({ message: z.string() });

/** https://docs.aws.amazon.com/ses/latest/APIReference-V2/API_Attachment.html. `RawContent` is in base 64. */
export type MailAttachment = {
  FileName: string;
  ContentType: string;
  ContentDisposition: "INLINE";
  ContentId: string;
  ContentTransferEncoding: "BASE64";
  RawContent: string;
};
type MailText = { Data: string; Charset: "UTF-8" };
/** https://docs.aws.amazon.com/ses/latest/APIReference-V2/API_SendEmail.html */
type SendEmail = {
  FromEmailAddress: string;
  Destination: { ToAddresses: string[] };
  ReplyToAddresses?: string[];
  ConfigurationSetName: string;
  EmailTags: { Name: string; Value: string }[];
  Content: {
    Simple: {
      Subject: MailText;
      Body: { Html: MailText; Text: MailText };
      Headers?: { Name: string; Value: string }[];
      Attachments?: MailAttachment[];
    };
  };
};

/** SES did not answer, so the mail may have been sent or not. */
export class NoAnswerError extends Error {
  override name = "NoAnswerError";
}

/**
 * The account sends more mails in a second, or in a day, than its quota. SES did not accept the mail.
 * https://docs.aws.amazon.com/ses/latest/dg/manage-sending-quotas-errors.html
 */
export class OverQuotaError extends Error {}

/** Errors before a connection exists. After such an error the mail was certainly not sent. */
const NOT_CONNECTED = ["ECONNREFUSED", "ENOTFOUND", "EAI_AGAIN"];
const NetworkError = z.object({ cause: z.object({ code: z.string() }) });
function isNotConnected(error: unknown): boolean {
  const { success, data } = z.safeParse(NetworkError, error);
  return success && NOT_CONNECTED.includes(data.cause.code);
}

/**
 * Sends a mail by version 2 of SES's API, because version 1 does not support headers. The SDK is not used, because its
 * client would add 47 KB to each bundle. Tries twice if SES answers with a server error, cannot be reached, or refuses the
 * mail because of the quota. Throws NoAnswerError if SES does not answer, and the error of `fetch` if SES cannot be reached.
 * If SES refuses the mail, throws an error with the name of SES's error: OverQuotaError if the quota is the reason.
 */
export async function sendEmail(mail: SendEmail): Promise<void> {
  const { AWS_REGION: region, AWS_ENDPOINT_URL_SESV2: endpoint } = readEnv(Env);
  const url = new URL(`${endpoint ?? `https://email.${region}.amazonaws.com`}/v2/email/outbound-emails`);
  const body = JSON.stringify(mail);
  const headers = { "content-type": "application/json" };
  for (let tries = 1; ; tries++) {
    const isLast = tries === MAX_TRIES;
    const scope = { region, service: "ses", now: new Date() };
    const response = await fetch(url, {
      method: "POST",
      headers: { ...signedHeaders({ url, headers, body }, roleCredentials(), scope), ...newConnectionHeader },
      body,
      signal: AbortSignal.timeout(TIMEOUT_MS),
    }).catch((error: unknown) => {
      if (!isNotConnected(error)) throw new NoAnswerError("SES did not answer", { cause: error });
      if (isLast) throw error;
      return undefined;
    });
    if (!response) continue;
    const answer: unknown = await response.json().catch(() => undefined);
    if (response.ok) return;
    const refusal = refusalOf(response, answer);
    const isOverQuota = refusal instanceof OverQuotaError;
    if (isLast || (response.status < 500 && !isOverQuota)) throw refusal;
    // Without the random pause, callers that were refused together would try again together.
    if (isOverQuota) await wait(PAUSE_MS.min + Math.random() * (PAUSE_MS.max - PAUSE_MS.min));
  }
}

/** The error in SES's answer. Its name is in a header, where a colon and a URL may follow. */
function refusalOf({ status, headers }: Response, answer: unknown): Error {
  const name = headers.get("x-amzn-errortype")?.split(":")[0] ?? `Status${status}`;
  const { success, data } = z.safeParse(Refusal, answer);
  const ErrorClass = status === 429 || name === "ThrottlingException" ? OverQuotaError : Error;
  return Object.assign(new ErrorClass(success ? data.message : `SES answers ${status}`), { name });
}

import { text as textOf } from "node:stream/consumers";
import { readMail, type RequestedMail } from "../../infra/local/ses/request.ts";
import { serveUntilClosed } from "./serve.ts";

export type Mail = Omit<RequestedMail, "to" | "replyTo"> & { to: string; replyTo: string | undefined };

/** SES's error for an unverified address. The message contains the address, which must not reach a log. */
const notVerified = (to: string) => ({
  message: `Email address is not verified. The following identities failed the check in region US-EAST-1: ${to}`,
});

/**
 * Starts a server that answers like SES and adds each mail to `mails`. Refuses a mail if `rejects` is true for its recipient,
 * or if `isOverQuota` is true.
 */
export const startSesServer = (
  mails: Mail[],
  rejects: (to: string) => boolean | Promise<boolean>,
  isOverQuota: () => boolean = () => false,
) =>
  serveUntilClosed(async (request, response) => {
    const mail = readMail(await textOf(request));
    const [to = ""] = mail.to;
    if (isOverQuota()) {
      response.writeHead(429, { "x-amzn-errortype": "TooManyRequestsException" });
      return void response.end(JSON.stringify({ message: "Maximum sending rate exceeded." }));
    }
    if (await rejects(to)) {
      response.writeHead(400, { "x-amzn-errortype": "MessageRejected" });
      return void response.end(JSON.stringify(notVerified(to)));
    }
    mails.push({ ...mail, to, replyTo: mail.replyTo || undefined });
    response.end(JSON.stringify({ MessageId: `mail-${mails.length}` }));
  });

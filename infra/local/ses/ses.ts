import { randomUUID } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { Emulator } from "../util/emulator.ts";
import type { Faults } from "../faults.ts";
import { escapeHtml } from "../util/html.ts";
import { readBody, send } from "../util/http.ts";
import { openMailbox, type Mail } from "./mailbox.ts";
import { startParser } from "./parser.ts";
import { readRequest, type SesRequest } from "./request.ts";
import { outcomeOf, type Configuration, type Outcome, type Tell } from "./undelivered.ts";

export interface SesOptions {
  dataDir: string;
  faults: Pick<Faults, "get">;
  /** Hears of each mail that comes back. */
  tell: Tell;
  configuration: Configuration;
}

export interface Ses extends Emulator {
  /** What was sent, newest last. */
  mails(): Mail[];
  /** Lets a mail come back, or its reader call it spam; false when there is no such mail. */
  report(id: string, outcome: Outcome): boolean;
  /** Puts a mail of another service (a code from the user pool) among the others. */
  deliver(mail: { to: string; subject: string; text: string; from?: string }): void;
}

const XML = { "content-type": "text/xml" };

/** SES version 1, SendEmail and SendRawEmail, with the account's suppression list: mails are kept instead of sent. */
export async function createSes({ dataDir, faults, tell, configuration }: SesOptions): Promise<Ses> {
  const mailbox = openMailbox(dataDir);
  const parser = await startParser();

  async function handle(req: IncomingMessage, res: ServerResponse): Promise<void> {
    const body = (await readBody(req)).toString("utf8");
    const request = readRequest(body);
    const mode = faults.get().mail;
    if (mode === "down") return refuse(res, 503, "ServiceUnavailable", "The service is down on purpose.");
    if (mode === "auto-reply-down" && request.tags["kind"] === "auto-reply") {
      return refuse(res, 400, "MessageRejected", "Automatic replies are refused on purpose.");
    }
    if (request.action !== "SendEmail" && request.action !== "SendRawEmail") {
      return refuse(res, 400, "InvalidAction", `Could not find operation ${request.action}`);
    }
    const sent = hasBadAddress(request) ? undefined : await parser.parse(body);
    if (!sent)
      return refuse(res, 400, "InvalidParameterValue", "Missing final '@domain', or a part of the mail.");
    const { mail, xml } = sent;
    // The package knows the first address of each list only; the request has them all.
    const all = (own: string[], parsed: string[]) => (own.length > 0 ? own : parsed);
    const configurationSet = request.configurationSet ?? configuration.defaultSet;
    const made = {
      ...(configurationSet !== undefined && { configurationSet }),
      to: all(request.to, mail.destination.to),
      cc: all(request.cc, mail.destination.cc),
      bcc: all(request.bcc, mail.destination.bcc),
      from: mail.from,
      replyTo: all(request.replyTo, mail.replyTo).join(", "),
      subject: mail.subject,
      text: mail.body.text ?? "",
      html: mail.body.html ?? "",
      tags: request.tags,
      attachments: mail.attachments.map(({ filename = "attachment", ...rest }) => ({ filename, ...rest })),
      at: new Date().toISOString(),
    };
    send(res, 200, xml, XML);
    // SES takes a mail to an address on its list, does not send it, and tells of a bounce.
    const reasons = configuration.suppressedBy(configurationSet);
    const isListed = (address: string) => reasons.some((reason) => mailbox.suppression(address) === reason);
    if (made.to.some(isListed)) return tell({ id: randomUUID(), ...made }, "suppressed");
    const { id, to } = mailbox.add(made);
    const [outcome] = to.flatMap((address) => outcomeOf(address, faults.get()) ?? []);
    if (outcome) report(id, outcome);
  }

  function report(id: string, outcome: Outcome): boolean {
    const mail = mailbox.mark(id, outcome);
    if (!mail) return false;
    if (configuration.suppressedBy(mail.configurationSet).includes(outcome))
      for (const address of mail.to) mailbox.suppress(address, outcome);
    tell(mail, outcome);
    return true;
  }

  return {
    handle,
    mails: () => mailbox.all(),
    report,
    deliver({ to, subject, text, from = "no-reply@verificationemail.com" }) {
      const none = { cc: [], bcc: [], replyTo: "", html: "", tags: {}, attachments: [] };
      mailbox.add({ ...none, to: [to], from, subject, text, at: new Date().toISOString() });
    },
    close: () => parser.close(),
  };
}

function hasBadAddress({ to, cc, bcc, replyTo }: SesRequest): boolean {
  return [...to, ...cc, ...bcc, ...replyTo].some(
    (address) => !/@[^\s@]+$/.test(address) || /[\r\n]/.test(address),
  );
}

function refuse(res: ServerResponse, status: number, code: string, message: string): void {
  const type = status < 500 ? "Sender" : "Receiver";
  const error = `<Error><Type>${type}</Type><Code>${code}</Code><Message>${escapeHtml(message)}</Message></Error>`;
  send(
    res,
    status,
    `<ErrorResponse xmlns="http://ses.amazonaws.com/doc/2010-12-01/">${error}</ErrorResponse>`,
    XML,
  );
}

import { randomUUID } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { Emulator } from "../util/emulator.ts";
import type { Faults } from "../faults.ts";
import { escapeHtml } from "../util/html.ts";
import { readBody, send } from "../util/http.ts";
import { openMailbox, type Mail } from "./mailbox.ts";
import { startParser } from "./parser.ts";
import { readRequest, type SesRequest } from "./request.ts";
import { outcomeOf, type Configuration, type OnUndelivered, type Outcome } from "./undelivered.ts";

export interface SesOptions {
  dataDir: string;
  faults: Pick<Faults, "get">;
  /** Called for each bounce, complaint and suppressed mail. */
  onUndelivered: OnUndelivered;
  configuration: Configuration;
}

export interface Ses extends Emulator {
  /** The sent mails, newest last. */
  mails(): Mail[];
  /** Makes a mail bounce or be reported as spam; false when there is no such mail. */
  report(id: string, outcome: Outcome): boolean;
  /** Adds a mail that another service sent, e.g. the user pool. */
  deliver(mail: { to: string; subject: string; text: string; from?: string }): void;
}

const XML = { "content-type": "text/xml" };

/** SES version 1: SendEmail, SendRawEmail and the account's suppression list. Mails are stored, not sent. */
export function createSes({ dataDir, faults, onUndelivered, configuration }: SesOptions): Promise<Ses> {
  const mailbox = openMailbox(dataDir);
  // Loading the parser takes 0.4 s, so it starts with the first mail.
  let parser: ReturnType<typeof startParser> | undefined;
  const parse = async (body: string) => (await (parser ??= startParser())).parse(body);

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
    const accepted = hasBadAddress(request) ? undefined : await parse(body);
    if (!accepted)
      return refuse(res, 400, "InvalidParameterValue", "Missing final '@domain', or a part of the mail.");
    const { mail, xml } = accepted;
    // The package returns only the first address of each list; the request has all of them.
    const all = (own: string[], parsed: string[]) => (own.length > 0 ? own : parsed);
    const configurationSet = request.configurationSet ?? configuration.defaultSet;
    const sent = {
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
    // SES accepts a mail to a suppressed address, does not send it, and reports a bounce.
    const reasons = configuration.suppressedBy(configurationSet);
    const isListed = (address: string) => reasons.some((reason) => mailbox.suppression(address) === reason);
    if (sent.to.some(isListed)) return onUndelivered({ id: randomUUID(), ...sent }, "suppressed");
    const { id, to } = mailbox.add(sent);
    const [outcome] = to.flatMap((address) => outcomeOf(address, faults.get()) ?? []);
    if (outcome) report(id, outcome);
  }

  function report(id: string, outcome: Outcome): boolean {
    const mail = mailbox.mark(id, outcome);
    if (!mail) return false;
    if (configuration.suppressedBy(mail.configurationSet).includes(outcome))
      for (const address of mail.to) mailbox.suppress(address, outcome);
    onUndelivered(mail, outcome);
    return true;
  }

  return Promise.resolve({
    handle,
    mails: () => mailbox.all(),
    report,
    deliver({ to, subject, text, from = "no-reply@verificationemail.com" }) {
      const none = { cc: [], bcc: [], replyTo: "", html: "", tags: {}, attachments: [] };
      mailbox.add({ ...none, to: [to], from, subject, text, at: new Date().toISOString() });
    },
    close: async () => (await parser)?.close(),
  });
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

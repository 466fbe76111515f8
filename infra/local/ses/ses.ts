import { randomUUID } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { Emulator } from "../util/emulator.ts";
import type { Faults } from "../faults.ts";
import { escapeHtml } from "../util/html.ts";
import { readBody, send } from "../util/http.ts";
import { openMailbox, type Mail } from "./mailbox.ts";
import { readMail, type RequestedMail } from "./request.ts";
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
  /** Makes a mail bounce, or reports it as spam; false if there is no such mail. */
  report(id: string, outcome: Outcome): boolean;
  /** Adds a mail that another service sent, e.g. the user pool. */
  deliver(mail: { to: string; subject: string; text: string; from?: string }): void;
}

const XML = { "content-type": "text/xml" };
const NAMESPACE = "http://ses.amazonaws.com/doc/2010-12-01/";

/** SES version 1: SendEmail, SendRawEmail and the account's suppression list. Mails are stored, not sent. */
export function createSes({ dataDir, faults, onUndelivered, configuration }: SesOptions): Promise<Ses> {
  const mailbox = openMailbox(dataDir);

  async function handle(req: IncomingMessage, res: ServerResponse): Promise<void> {
    const form = new URLSearchParams((await readBody(req)).toString("utf8"));
    const action = form.get("Action") ?? "";
    const mode = faults.get().mail;
    if (mode === "down") return refuse(res, 503, "ServiceUnavailable", "The service is down on purpose.");
    if (action !== "SendEmail" && action !== "SendRawEmail")
      return refuse(res, 400, "InvalidAction", `Could not find operation ${action}`);
    const mail = await readMail(form);
    if (mode === "auto-reply-down" && mail.tags["kind"] === "auto-reply")
      return refuse(res, 400, "MessageRejected", "Automatic replies are refused on purpose.");
    if (!isValid(mail))
      return refuse(res, 400, "InvalidParameterValue", "Missing final '@domain', or a part of the mail.");
    const configurationSet = form.get("ConfigurationSetName") ?? configuration.defaultSet;
    const sentMail = {
      ...mail,
      ...(configurationSet !== undefined && { configurationSet }),
      at: new Date().toISOString(),
    };
    const id = randomUUID();
    const result = `<${action}Result><MessageId>${id}</MessageId></${action}Result>`;
    send(res, 200, `<${action}Response xmlns="${NAMESPACE}">${result}</${action}Response>`, XML);
    // SES accepts a mail to a suppressed address, does not send it, and reports a bounce.
    const suppressedReasons = configuration.suppressedReasons(configurationSet);
    const isListed = (address: string) =>
      suppressedReasons.some((reason) => mailbox.suppression(address) === reason);
    if (sentMail.to.some(isListed)) return onUndelivered({ id, ...sentMail }, "suppressed");
    mailbox.add({ id, ...sentMail });
    const [outcome] = sentMail.to.flatMap((address) => outcomeOf(address, faults.get()) ?? []);
    if (outcome) report(id, outcome);
  }

  function report(id: string, outcome: Outcome): boolean {
    const mail = mailbox.setOutcome(id, outcome);
    if (!mail) return false;
    if (configuration.suppressedReasons(mail.configurationSet).includes(outcome))
      for (const address of mail.to) mailbox.suppress(address, outcome);
    onUndelivered(mail, outcome);
    return true;
  }

  return Promise.resolve({
    handle,
    mails: () => mailbox.all(),
    report,
    deliver({ to, subject, text, from = "no-reply@verificationemail.com" }) {
      const none = { replyTo: "", html: "", tags: {}, attachments: [] };
      mailbox.add({ ...none, id: randomUUID(), to: [to], from, subject, text, at: new Date().toISOString() });
    },
    close: () => Promise.resolve(),
  });
}

function isValid({ from, to, replyTo, subject, text, html }: RequestedMail): boolean {
  const addresses = [from, ...to, ...(replyTo === "" ? [] : replyTo.split(", "))];
  const areValid = addresses.every((address) => /@[^\s@]+$/.test(address) && !/[\r\n]/.test(address));
  return areValid && to.length > 0 && subject !== "" && text + html !== "";
}

function refuse(res: ServerResponse, status: number, code: string, message: string): void {
  const type = status < 500 ? "Sender" : "Receiver";
  const error = `<Error><Type>${type}</Type><Code>${code}</Code><Message>${escapeHtml(message)}</Message></Error>`;
  send(res, status, `<ErrorResponse xmlns="${NAMESPACE}">${error}</ErrorResponse>`, XML);
}

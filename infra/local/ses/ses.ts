import { randomUUID } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { PoolMail } from "../cognito/pool.ts";
import type { Faults } from "../faults.ts";
import { readBody, sendJson } from "../util/http.ts";
import { openMailbox } from "./mailbox.ts";
import { readMail, type RequestedMail } from "./request.ts";
import { outcomeForAddress, type Configuration, type OnUndelivered, type Outcome } from "./undelivered.ts";

export interface SesOptions {
  dataDir: string;
  faults: Pick<Faults, "get">;
  /** Called for each bounce, complaint and suppressed mail. */
  onUndelivered: OnUndelivered;
  configuration: Configuration;
}

export type Ses = ReturnType<typeof createSes>;

/** SES version 2: SendEmail and the account's suppression list. Mails are stored, not sent. */
export function createSes({ dataDir, faults, onUndelivered, configuration }: SesOptions) {
  const mailbox = openMailbox(dataDir);

  async function handle(req: IncomingMessage, res: ServerResponse): Promise<void> {
    const body = (await readBody(req)).toString("utf8");
    const mode = faults.get().mail;
    if (mode === "down") return refuse(res, 503, "ServiceUnavailable", "The service is down on purpose.");
    if (!req.url?.endsWith("/v2/email/outbound-emails"))
      return refuse(res, 404, "UnknownOperationException", `Could not find operation ${req.url}`);
    const mail = readMail(body);
    if (mode === "auto-reply-down" && mail.tags["kind"] === "auto-reply")
      return refuse(res, 400, "MessageRejected", "Automatic replies are refused on purpose.");
    if (!isMailValid(mail))
      return refuse(res, 400, "BadRequestException", "Missing final '@domain', or a part of the mail.");
    const configurationSet = mail.configurationSet ?? configuration.defaultSet;
    const sentMail = { ...mail, configurationSet, at: new Date().toISOString() };
    const id = randomUUID();
    sendJson(res, 200, { MessageId: id });
    // SES accepts a mail to a suppressed address, does not send it, and reports a bounce.
    const suppressedReasons = configuration.suppressedReasons(configurationSet);
    const isSuppressed = (address: string) =>
      suppressedReasons.some((reason) => mailbox.suppressionReason(address) === reason);
    if (sentMail.to.some(isSuppressed)) return onUndelivered({ id, ...sentMail }, "suppressed");
    mailbox.add({ id, ...sentMail });
    const [outcome] = sentMail.to.flatMap((address) => outcomeForAddress(address, faults.get()) ?? []);
    if (outcome) report(id, outcome);
  }

  /** Makes a mail bounce, or reports it as spam; false if there is no such mail. */
  function report(id: string, outcome: Outcome): boolean {
    const mail = mailbox.setOutcome(id, outcome);
    if (!mail) return false;
    if (configuration.suppressedReasons(mail.configurationSet).includes(outcome))
      for (const address of mail.to) mailbox.suppress(address, outcome);
    onUndelivered(mail, outcome);
    return true;
  }

  return {
    handle,
    /** The sent mails, newest last. */
    mails: () => mailbox.all(),
    report,
    /** Adds a mail of the user pool. */
    deliver({ to, ...mail }: PoolMail): void {
      const sentMail = { ...mail, id: randomUUID(), from: "no-reply@verificationemail.com", to: [to] };
      const emptyFields = { replyTo: "", html: "", tags: {}, attachments: [] };
      mailbox.add({ ...emptyFields, ...sentMail, at: new Date().toISOString() });
    },
  };
}

/** The grammar of RFC 5321, by which SES checks addresses; a name may come before the address. */
const MAILBOX = /^(?:[^<>\r\n]*<)?[^\s@.<>]+(\.[^\s@.<>]+)*@[a-z0-9-]+(\.[a-z0-9-]+)*>?$/i;

function isMailValid({ from, to, replyTo, subject, text, html }: RequestedMail): boolean {
  const addresses = [from, ...to, ...(replyTo === "" ? [] : replyTo.split(", "))];
  const areValid = addresses.every((address) => MAILBOX.test(address));
  return areValid && to.length > 0 && subject !== "" && text + html !== "";
}

function refuse(res: ServerResponse, status: number, code: string, message: string): void {
  sendJson(res, status, { message }, { "x-amzn-errortype": code });
}

import { join } from "node:path";
import { openJournal } from "../util/journal.ts";
import type { Outcome } from "./undelivered.ts";

/** A mail as `/_local/mails.json` shows it; `at` in ISO 8601. */
export interface Mail {
  id: string;
  to: string[];
  from: string;
  /** Addresses, separated by commas; `""` if there are none. */
  replyTo: string;
  subject: string;
  text: string;
  html: string;
  /** The configuration set that the mail names, or else the sender's. */
  configurationSet?: string | undefined;
  /** SES's message tags, e.g. `{kind: "receipt"}`. */
  tags: Record<string, string>;
  headers?: Record<string, string>;
  /** Pictures inside the mail; `content` in base 64. */
  attachments: { filename: string; contentType: string; contentId: string; content: string }[];
  at: string;
  /** Undefined if the mail arrived without a complaint. */
  outcome?: Outcome;
}

const MAX_MAILS = 5_000;

/** The sent mails and the suppression list, on disk under `dataDir`. The oldest mails are dropped first. */
export function openMailbox(dataDir: string) {
  const journal = openJournal(join(dataDir, "mails", "mails.jsonl"));
  const mails = journal.table<Mail>("mails");
  const suppressions = journal.table<Outcome>("suppressed");
  return {
    /** Why the address is on the suppression list; undefined if it is not on the list. */
    suppressionReason: (address: string): Outcome | undefined => suppressions.get(address.toLowerCase()),
    suppress(address: string, reason: Outcome): void {
      journal.commit(suppressions.putWrite(address.toLowerCase(), reason));
    },
    all: () => mails.all(),
    add(mail: Mail): void {
      const [oldest] = mails.size() >= MAX_MAILS ? mails.all() : [];
      journal.commit(mails.putWrite(mail.id, mail), ...(oldest ? [mails.deleteWrite(oldest.id)] : []));
    },
    /** Stores a mail's outcome. Returns the mail; undefined if there is no such mail. */
    setOutcome(id: string, outcome: Outcome): Mail | undefined {
      const mail = mails.get(id);
      if (!mail) return undefined;
      const updatedMail = { ...mail, outcome };
      journal.commit(mails.putWrite(id, updatedMail));
      return updatedMail;
    },
  };
}

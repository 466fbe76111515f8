import type { ContactMessage } from "../../../../shared/contact-form.ts";
import { publicApi } from "../../../../shared/api-public.ts";
import { messages } from "../../../../shared/messages.ts";
import { links } from "../../../../shared/site/links.ts";
import { ApiError } from "../../api-error.ts";
import { call } from "../../api.ts";

/** What came of sending: what to say, and for a refusal what is wrong by field. */
export type Outcome =
  { kind: "sent"; text: string } | { kind: "failed"; text: string; fields: Record<string, string> };

/** A mail service that lost only the address of the confirmation has sent the message itself. */
const recipientEmpty = (error: unknown): boolean =>
  error instanceof Error && /recipient'?s? address is empty/i.test(error.message);

function failure(error: unknown): Outcome {
  if (recipientEmpty(error)) return { kind: "sent", text: messages.contactSentUnconfirmed };
  const { status, fields } = error instanceof ApiError ? error : { status: 0, fields: {} };
  switch (status) {
    case 400:
    case 422:
      return { kind: "failed", text: messages.contactInvalid, fields };
    case 403:
    case 429:
      return { kind: "failed", text: messages.contactUnavailable, fields: {} };
    default:
      return { kind: "failed", text: messages.contactFailed(links.email.handle), fields: {} };
  }
}

/** Sends the message once; never throws. */
export const sendMessage = (message: ContactMessage): Promise<Outcome> =>
  call(publicApi.contact, { body: message }).then(
    ({ autoReply }) => ({
      kind: "sent",
      text: autoReply === "sent" ? messages.contactSent : messages.contactSentUnconfirmed,
    }),
    failure,
  );

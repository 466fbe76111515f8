import { useRef, useState } from "react";
import { flushSync } from "react-dom";
import * as z from "zod/mini";
import { publicApi } from "../../../../shared/api-public.ts";
import { fieldErrors } from "../../../../shared/errors.ts";
import { ContactMessage } from "../../../../shared/contact-form.ts";
import { messages } from "../../../../shared/messages.ts";
import { links } from "../../../../shared/site/links.ts";
import { ApiError } from "../../api-error.ts";
import { call } from "../../api.ts";

/** The result of sending: the text to show, and after a refusal the messages by field. */
export type SendResult =
  { kind: "sent"; text: string } | { kind: "failed"; text: string; fields: Record<string, string> };

/** The mail service's error when only the confirmation has no address: the message itself was sent. */
const isConfirmationError = (error: unknown): boolean =>
  error instanceof Error && /recipient'?s? address is empty/i.test(error.message);

function failure(error: unknown): SendResult {
  if (isConfirmationError(error)) return { kind: "sent", text: messages.contactSentUnconfirmed };
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

/** Sends the message, without retries; never throws. */
export const sendMessage = (message: ContactMessage): Promise<SendResult> =>
  call(publicApi.contact, { body: message }).then(
    ({ autoReply }) => ({
      kind: "sent",
      text: autoReply === "sent" ? messages.contactSent : messages.contactSentUnconfirmed,
    }),
    failure,
  );

const EMPTY = { user_name: "", user_email: "", subject: "", message: "", time: "", website: "" };
type ContactForm = typeof EMPTY;
export type ContactField = keyof ContactForm;

/** The fields in the order of the form. */
const FIELD_ORDER = ["user_name", "user_email", "subject", "message"] as const;

export const controlId = (field: ContactField): string => `contact-${field.replace("user_", "")}`;

/** The form's values and errors, and the result of the last submit. */
export function useContactForm() {
  const [form, setForm] = useState(EMPTY);
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({});
  const [busy, setBusy] = useState(false);
  const [result, setResult] = useState<SendResult>();
  const running = useRef(false);

  /** Shows the errors and focuses the first field that has one. */
  const showErrors = (wrong: Record<string, string>) => {
    // The message must be on the page before the focus: screen readers read it with the control.
    flushSync(() => setErrors(wrong));
    const first = FIELD_ORDER.find((field) => wrong[field]);
    if (first) document.getElementById(controlId(first))?.focus();
  };
  const submit = async () => {
    if (running.current) return;
    setResult(undefined);
    const filled = { ...form, time: new Date().toISOString() };
    const parsed = z.safeParse(ContactMessage, filled);
    if (!parsed.success) return showErrors(fieldErrors(parsed.error));
    running.current = true;
    setErrors({});
    setForm(filled);
    setBusy(true);
    const sent = await sendMessage(parsed.data);
    running.current = false;
    setBusy(false);
    setResult(sent);
    if (sent.kind === "sent") setForm(EMPTY);
    else showErrors(sent.fields);
  };
  return {
    form,
    errors,
    busy,
    result,
    submit,
    edit: (field: ContactField, value: string) => {
      if (running.current) return;
      setForm((now) => ({ ...now, [field]: value }));
      setErrors((now) => Object.fromEntries(Object.entries(now).filter(([name]) => name !== field)));
    },
  };
}

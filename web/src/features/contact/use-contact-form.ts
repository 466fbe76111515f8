import { useEffect, useEffectEvent, useRef, useState } from "react";
import { flushSync } from "react-dom";
import * as z from "zod/mini";
import { browserStorage } from "../../../../shared/browser-storage.ts";
import { contactApi } from "../../../../shared/api-contact.ts";
import { fieldErrors } from "../../../../shared/errors.ts";
import { ContactMessage } from "../../../../shared/contact-form.ts";
import { contactMessages } from "../../../../shared/contact-messages.ts";
import { links } from "../../../../shared/site/links.ts";
import { ApiError } from "../../api-error.ts";
import { call } from "../../api.ts";
import { storedValue } from "../../stored-value.ts";
import { notify } from "../../ui/notify.ts";

/** The result of sending: a text for the user and, after a failure, error messages by field. */
export type SendResult =
  | { kind: "sent"; text: string }
  | { kind: "failed"; text: string; fields: Record<string, string> };

/** Whether the message was sent and only the confirmation to the visitor failed, because the visitor's address is empty. */
const isConfirmationError = (error: unknown): boolean =>
  error instanceof Error && /recipient'?s? address is empty/i.test(error.message);

function resultOfError(error: unknown): SendResult {
  if (isConfirmationError(error)) return { kind: "sent", text: contactMessages.sentUnconfirmed };
  const { status, fields } = error instanceof ApiError ? error : { status: 0, fields: {} };
  switch (status) {
    case 400:
    case 422:
      return { kind: "failed", text: contactMessages.invalid, fields };
    case 403:
    case 429:
      return { kind: "failed", text: contactMessages.unavailable, fields: {} };
    default:
      return { kind: "failed", text: contactMessages.failed(links.email.handle), fields: {} };
  }
}

/** Sends the message, without retries; never throws. */
export const sendMessage = (message: ContactMessage): Promise<SendResult> =>
  call(contactApi.contact, { body: message }).then(
    ({ autoReply }) => ({
      kind: "sent",
      text: autoReply === "sent" ? contactMessages.sent : contactMessages.sentUnconfirmed,
    }),
    resultOfError,
  );

const Draft = z.object({
  user_name: z.string(),
  user_email: z.string(),
  subject: z.string(),
  message: z.string(),
});
/** The typed but unsent values, which are restored after a reload and on a later visit in this tab. */
const draft = storedValue(browserStorage.contactDraft, Draft, () => window.sessionStorage);

/** Longer than the default, because the visitor looks at another page. */
const FAILED_TOAST_MS = 10_000;

const EMPTY_FORM = { user_name: "", user_email: "", subject: "", message: "", time: "", website: "" };
type ContactForm = typeof EMPTY_FORM;
export type ContactField = keyof ContactForm;

/** The fields in the sequence of the form. */
const FORM_FIELDS = ["user_name", "user_email", "subject", "message"] as const;

export const controlId = (field: ContactField): string => `contact-${field.replace("user_", "")}`;

/** The message that is being sent. The visitor may leave the page and come back meanwhile. */
let runningSend: Promise<SendResult> | undefined;
/** With 0, no form is on the page, so a toast has to report a failure. */
let mountedFormCount = 0;

export function useContactForm() {
  const [form, setForm] = useState(EMPTY_FORM);
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({});
  const [isSending, setIsSending] = useState(false);
  const [result, setResult] = useState<SendResult>();
  const isOnPage = useRef(true);
  const showErrors = (newErrors: Record<string, string>) => {
    // Renders the message before the control gets the focus: screen readers then read the control with its
    // message.
    flushSync(() => setErrors(newErrors));
    const firstWrongField = FORM_FIELDS.find((field) => newErrors[field]);
    if (firstWrongField) document.getElementById(controlId(firstWrongField))?.focus();
  };
  const endSend = (sendResult: SendResult) => {
    if (!isOnPage.current) return;
    setIsSending(false);
    setResult(sendResult);
    if (sendResult.kind === "sent") setForm(EMPTY_FORM);
    else showErrors(sendResult.fields);
  };
  const onEarlierSendEnd = useEffectEvent(endSend);
  useEffect(() => {
    isOnPage.current = true;
    mountedFormCount++;
    const unsentValues = draft.read();
    // Restored after hydration, because the page was prerendered with an empty form.
    if (unsentValues) queueMicrotask(() => setForm((current) => ({ ...current, ...unsentValues })));
    if (runningSend) {
      queueMicrotask(() => setIsSending(true));
      void runningSend.then((sendResult) => onEarlierSendEnd(sendResult));
    }
    return () => {
      isOnPage.current = false;
      mountedFormCount--;
    };
  }, []);
  useEffect(() => {
    if (form !== EMPTY_FORM) draft.write(form);
  }, [form]);

  const submit = async () => {
    if (runningSend) return;
    setResult(undefined);
    const formWithTime = { ...form, time: new Date().toISOString() };
    const parsed = z.safeParse(ContactMessage, formWithTime);
    if (!parsed.success) return showErrors(fieldErrors(parsed.error));
    setErrors({});
    setForm(formWithTime);
    setIsSending(true);
    runningSend = sendMessage(parsed.data);
    const sendResult = await runningSend;
    runningSend = undefined;
    if (sendResult.kind === "sent") draft.clear();
    else if (mountedFormCount === 0)
      notify.error(sendResult.text, { duration: FAILED_TOAST_MS, outlivesPage: true });
    endSend(sendResult);
  };
  return {
    form,
    errors,
    isSending,
    result,
    submit,
    edit: (field: ContactField, value: string) => {
      if (runningSend) return;
      setForm((current) => ({ ...current, [field]: value }));
      setErrors((current) => Object.fromEntries(Object.entries(current).filter(([name]) => name !== field)));
    },
  };
}

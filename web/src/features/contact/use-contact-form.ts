import { useRef, useState } from "react";
import { flushSync } from "react-dom";
import * as z from "zod/mini";
import { fieldErrors } from "../../../../shared/errors.ts";
import { ContactMessage } from "../../../../shared/contact-form.ts";
import type { Outcome } from "./send-message.ts";
import { sendMessage } from "./send-message.ts";

const EMPTY = { user_name: "", user_email: "", subject: "", message: "", time: "", website: "" };
export type ContactForm = typeof EMPTY;
export type ContactField = keyof ContactForm;

/** Fields in the order in which they stand in the form. */
const ORDER = ["user_name", "user_email", "subject", "message"] as const;

/** The id of a field's control. */
export const controlId = (field: ContactField): string => `contact-${field.replace("user_", "")}`;

/** The message that is being written, what is wrong with it, and what came of sending it. */
export function useContactForm() {
  const [form, setForm] = useState(EMPTY);
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({});
  const [busy, setBusy] = useState(false);
  const [outcome, setOutcome] = useState<Outcome>();
  const running = useRef(false);

  /** Shows what is wrong and goes to the first of it. */
  const refuse = (wrong: Record<string, string>) => {
    // The control's message must be there when the focus makes it be read.
    flushSync(() => setErrors(wrong));
    const first = ORDER.find((field) => wrong[field]);
    if (first) document.getElementById(controlId(first))?.focus();
  };
  const submit = async () => {
    if (running.current) return;
    setOutcome(undefined);
    const filled = { ...form, time: new Date().toISOString() };
    const parsed = z.safeParse(ContactMessage, filled);
    if (!parsed.success) return refuse(fieldErrors(parsed.error));
    running.current = true;
    setErrors({});
    setForm(filled);
    setBusy(true);
    const result = await sendMessage(parsed.data);
    running.current = false;
    setBusy(false);
    setOutcome(result);
    if (result.kind === "sent") setForm(EMPTY);
    else refuse(result.fields);
  };
  return {
    form,
    errors,
    busy,
    outcome,
    submit,
    edit: (field: ContactField, value: string) => {
      if (running.current) return;
      setForm((now) => ({ ...now, [field]: value }));
      setErrors((now) => Object.fromEntries(Object.entries(now).filter(([name]) => name !== field)));
    },
  };
}

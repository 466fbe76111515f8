import { useEffect, useRef } from "react";
import { CONTACT_SUBJECTS } from "../../../../shared/contact-form.ts";
import { contact } from "../../../../shared/site/contact.ts";
import { links } from "../../../../shared/site/links.ts";
import { Notice } from "../../ui/notice.tsx";
import { Button } from "../../ui/button.tsx";
import { Input, Select, Textarea } from "../../ui/controls.tsx";
import { Field } from "../../ui/field.tsx";
import styles from "./contact-form.module.css";
import type { ContactField, SendResult } from "./use-contact-form.ts";
import { controlId, useContactForm } from "./use-contact-form.ts";

/** A field that only bots fill: people, screen readers and password managers cannot reach it. */
function Honeypot({ value, onChange }: { value: string; onChange: (value: string) => void }) {
  return (
    <div inert aria-hidden="true" className={styles.honeypot}>
      <label htmlFor="contact-website">Website</label>
      <input
        id="contact-website"
        type="text"
        name="website"
        tabIndex={-1}
        autoComplete="off"
        data-1p-ignore=""
        data-lpignore="true"
        value={value}
        onChange={({ target }) => onChange(target.value)}
      />
    </div>
  );
}

/** The result of sending, read aloud and scrolled into view. */
function FormStatus({ result }: { result: SendResult | undefined }) {
  const sent = useRef<HTMLDivElement>(null);
  const failed = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (result?.kind === "sent") sent.current?.scrollIntoView({ block: "nearest" });
    // With field errors, the first wrong field has the focus and is in view.
    if (result?.kind === "failed" && Object.keys(result.fields).length === 0)
      failed.current?.scrollIntoView({ block: "nearest" });
  }, [result]);
  return (
    <>
      <div ref={sent} role="status" className={styles.status}>
        {result?.kind === "sent" && <Notice tone="ok">{result.text}</Notice>}
      </div>
      <div ref={failed} role="alert" className={styles.status}>
        {result?.kind === "failed" && <Notice tone="danger">{result.text}</Notice>}
      </div>
    </>
  );
}

/** The contact form. It is emptied when the message was sent, and kept when that failed. */
export function ContactForm() {
  const { form, errors, busy, result, edit, submit } = useContactForm();
  const field = (name: ContactField) => ({ id: controlId(name), name, error: errors[name], required: true });
  const control = (name: ContactField) => ({
    value: form[name],
    readOnly: busy,
    onChange: ({ target }: { target: { value: string } }) => edit(name, target.value),
  });
  const { readOnly: _, ...select } = control("subject");
  return (
    <section aria-labelledby="write" className={styles.card}>
      <h2 id="write">{contact.form.heading}</h2>
      <noscript>
        <p className={styles.noScript}>
          {contact.form.noScript} <a href={links.email.url}>{links.email.handle}</a>.
        </p>
      </noscript>
      <form
        noValidate
        aria-labelledby="write"
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault();
          void submit();
        }}
      >
        <Field {...field("user_name")} label="Full name">
          <Input type="text" autoComplete="name" maxLength={100} {...control("user_name")} />
        </Field>
        <Field {...field("user_email")} label="E-mail">
          <Input
            type="email"
            inputMode="email"
            autoComplete="email"
            maxLength={254}
            {...control("user_email")}
          />
        </Field>
        <Field {...field("subject")} label="Subject" className={styles.wide}>
          <Select {...select}>
            <option value="">Please select a subject</option>
            {Object.entries(CONTACT_SUBJECTS).map(([value, label]) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </Select>
        </Field>
        <Field {...field("message")} label="Message" className={styles.wide}>
          <Textarea rows={10} {...control("message")} />
        </Field>
        <input type="hidden" name="time" value={form.time} readOnly />
        <Honeypot value={form.website} onChange={(value) => edit("website", value)} />
        <div className={styles.send}>
          <Button type="submit" size="large" icon="send" loading={busy} loadingText="Sending...">
            Send message
          </Button>
          <FormStatus result={result} />
        </div>
      </form>
    </section>
  );
}

import { useEffect, useRef } from "react";
import { CONTACT_SUBJECTS } from "../../../../shared/contact-form.ts";
import { contact } from "../../../../shared/site/contact.ts";
import { Notice } from "../../ui/notice.tsx";
import { Button } from "../../ui/button.tsx";
import { Input, Select, Textarea } from "../../ui/controls.tsx";
import { Field } from "../../ui/field.tsx";
import { TeamEmail } from "../../ui/team-email.tsx";
import styles from "./contact-form.module.css";
import type { ContactField, SendResult } from "./use-contact-form.ts";
import { controlId, useContactForm } from "./use-contact-form.ts";

/** A field that only bots fill in: people, screen readers and password managers cannot reach the field. */
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

/** The result of sending. Screen readers read it aloud, and the page scrolls to it. */
function FormStatus({ result }: { result: SendResult | undefined }) {
  const sentRef = useRef<HTMLDivElement>(null);
  const failedRef = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (result?.kind === "sent") sentRef.current?.scrollIntoView({ block: "nearest" });
    // If fields are wrong, the first wrong field has the focus and is in view already.
    if (result?.kind === "failed" && Object.keys(result.fields).length === 0)
      failedRef.current?.scrollIntoView({ block: "nearest" });
  }, [result]);
  return (
    <>
      <div ref={sentRef} role="status" className={styles.status}>
        {result?.kind === "sent" && <Notice tone="ok">{result.text}</Notice>}
      </div>
      <div ref={failedRef} role="alert" className={styles.status}>
        {result?.kind === "failed" && <Notice tone="danger">{result.text}</Notice>}
      </div>
    </>
  );
}

/** The contact form. The form is emptied after the message was sent; after a failure it keeps the input. */
export function ContactForm() {
  const { form, errors, isSending, result, edit, submit } = useContactForm();
  const fieldProps = (name: ContactField) => ({
    id: controlId(name),
    name,
    error: errors[name],
    required: true,
  });
  const controlProps = (name: ContactField) => ({
    value: form[name],
    readOnly: isSending,
    onChange: ({ target }: { target: { value: string } }) => edit(name, target.value),
  });
  // A `<select>` element has no `readOnly`.
  const { readOnly: _, ...selectProps } = controlProps("subject");
  return (
    <section aria-labelledby="write" className={styles.card}>
      <h2 id="write">{contact.form.heading}</h2>
      <noscript>
        <p className={styles.noScript}>
          {contact.form.noScript} <TeamEmail />.
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
        <Field {...fieldProps("user_name")} label="Full name">
          <Input type="text" autoComplete="name" maxLength={100} {...controlProps("user_name")} />
        </Field>
        <Field {...fieldProps("user_email")} label="Email">
          <Input
            type="email"
            inputMode="email"
            autoComplete="email"
            maxLength={254}
            {...controlProps("user_email")}
          />
        </Field>
        <Field {...fieldProps("subject")} label="Subject" className={styles.wide}>
          <Select {...selectProps}>
            <option value="">Please select a subject</option>
            {Object.entries(CONTACT_SUBJECTS).map(([value, label]) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </Select>
        </Field>
        <Field {...fieldProps("message")} label="Message" className={styles.wide}>
          <Textarea rows={10} {...controlProps("message")} />
        </Field>
        {/* Gets the time of sending when the form is sent. */}
        <input type="hidden" name="time" value={form.time} readOnly />
        <Honeypot value={form.website} onChange={(value) => edit("website", value)} />
        <div className={styles.send}>
          <Button type="submit" size="large" icon="send" loading={isSending} loadingText="Sending...">
            Send message
          </Button>
          <FormStatus result={result} />
        </div>
      </form>
    </section>
  );
}

import { CONTACT_SUBJECTS } from "../../../../shared/contact-form.ts";
import { contact } from "../../../../shared/site/contact.ts";
import { links } from "../../../../shared/site/links.ts";
import { Button } from "../../ui/button.tsx";
import { Input, Select, Textarea } from "../../ui/controls.tsx";
import { Field } from "../../ui/field.tsx";
import styles from "./contact-form.module.css";
import { FormStatus } from "./form-status.tsx";
import { Honeypot } from "./honeypot.tsx";
import type { ContactField } from "./use-contact-form.ts";
import { controlId, useContactForm } from "./use-contact-form.ts";

/** Writes to the team. Failure keeps every word; success empties the form. */
export function ContactForm() {
  const { form, errors, busy, outcome, edit, submit } = useContactForm();
  const field = (name: ContactField) => ({ id: controlId(name), name, error: errors[name], required: true });
  const control = (name: ContactField) => ({
    value: form[name],
    readOnly: busy,
    onChange: ({ target }: { target: { value: string } }) => edit(name, target.value),
  });
  const { readOnly: _, ...select } = control("subject");
  return (
    <section aria-labelledby="write" className={styles.card}>
      <h2 id="write" className={styles.heading}>
        {contact.form.heading}
      </h2>
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
          <FormStatus outcome={outcome} />
        </div>
      </form>
    </section>
  );
}

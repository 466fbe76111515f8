import styles from "./contact-form.module.css";

/** A field that people neither see nor reach, and that screen readers and form fillers pass over: programs fill it. */
export function Honeypot({ value, onChange }: { value: string; onChange: (value: string) => void }) {
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

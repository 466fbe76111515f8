import { contact, faq } from "../../../../shared/site/contact.ts";
import { Icon } from "../../ui/icon.tsx";
import { Reveal } from "../../ui/reveal.tsx";
import styles from "./faq.module.css";

/** Frequent questions. `<details>` works without JavaScript, and the browser can search closed answers. */
export function Faq() {
  if (faq.length === 0) return null;
  return (
    <Reveal as="section" aria-labelledby="faq" className={styles.faq}>
      <div className={styles.head}>
        <h2 id="faq">{contact.faq.heading}</h2>
        <p className={styles.lead}>{contact.faq.lead}</p>
      </div>
      <div>
        {faq.map(({ id, question, answer }) => (
          <details key={id} id={id} className={styles.item}>
            <summary className={styles.question}>
              {question}
              <Icon name="plus" size={22} className={styles.mark} />
            </summary>
            <p className={styles.answer}>{answer}</p>
          </details>
        ))}
      </div>
    </Reveal>
  );
}

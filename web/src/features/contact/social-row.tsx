import { contact } from "../../../../shared/site/contact.ts";
import { socialLinks } from "../../../../shared/site/links.ts";
import { Icon } from "../../ui/icon.tsx";
import { socialIcons } from "../../ui/social-icons.ts";
import { VisuallyHidden } from "../../ui/visually-hidden.tsx";
import styles from "./social-row.module.css";

/** Where else the show is. */
export function SocialRow() {
  return (
    <nav aria-labelledby="elsewhere" className={styles.row}>
      <h2 id="elsewhere" className={styles.name}>
        {contact.social}
      </h2>
      <ul className={styles.links}>
        {socialLinks.map(({ label, handle, url }) => (
          <li key={label}>
            <a href={url} target="_blank" rel="noopener noreferrer" className={styles.link}>
              <Icon name={socialIcons[label]} size={22} />
              <span>{label}</span>
              <span className={styles.handle}>{handle}</span>
              <VisuallyHidden> (opens in a new tab)</VisuallyHidden>
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}

import type { ReactNode } from "react";
import { address, map } from "../../../../shared/site/address-and-hours.ts";
import { contact } from "../../../../shared/site/contact.ts";
import { links, socialLinks } from "../../../../shared/site/links.ts";
import type { IconName } from "../../ui/icon.tsx";
import { Icon } from "../../ui/icon.tsx";
import { VisuallyHidden } from "../../ui/visually-hidden.tsx";
import { socialIcons } from "../../ui/social-icons.ts";
import styles from "./info-cards.module.css";

const { cards } = contact;

function Card({ icon, name, children }: { icon: IconName; name: string; children: ReactNode }) {
  return (
    <li className={styles.card}>
      <Icon name={icon} size={22} className={styles.icon} />
      <div className={styles.text}>
        <p className={styles.name}>{name}</p>
        {children}
      </div>
    </li>
  );
}

export function InfoCards() {
  return (
    <ul className={styles.cards}>
      <Card icon="mail" name={cards.email}>
        <a href={links.email.url} className={styles.value}>
          {links.email.handle}
        </a>
      </Card>
      <Card icon="phone" name={cards.phone}>
        <a href={`tel:+1-${address.phone}`} className={styles.value}>
          {address.phone}
        </a>
      </Card>
      <Card icon="map" name={cards.address}>
        <a href={map.url} target="_blank" rel="noopener noreferrer" className={styles.value}>
          <span>
            {address.street}
            <br />
            {address.city}, {address.state} {address.zip}
            <VisuallyHidden> (opens a map in a new tab)</VisuallyHidden>
          </span>
        </a>
      </Card>
      <Card icon="clock" name={cards.response.heading}>
        <p className={styles.value}>{cards.response.text}</p>
      </Card>
    </ul>
  );
}

/** Links to the show's pages on other sites. */
export function SocialRow() {
  return (
    <nav aria-labelledby="elsewhere" className={styles.row}>
      <h2 id="elsewhere" className={styles.socialName}>
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

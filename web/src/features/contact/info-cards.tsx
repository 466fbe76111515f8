import type { ReactNode } from "react";
import { address, map } from "../../../../shared/site/address-and-hours.ts";
import { contact } from "../../../../shared/site/contact.ts";
import { links } from "../../../../shared/site/links.ts";
import type { IconName } from "../../ui/icon-paths.ts";
import { Icon } from "../../ui/icon.tsx";
import { VisuallyHidden } from "../../ui/visually-hidden.tsx";
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

/** Every way to reach the team but the form. */
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

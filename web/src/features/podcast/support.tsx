import type { ReactNode } from "react";
import { Link } from "react-router-dom";
import { podcast } from "../../../../shared/site/podcast.ts";
import { paths } from "../../paths.ts";
import type { IconName } from "../../ui/icon-paths.ts";
import { Icon } from "../../ui/icon.tsx";
import { Reveal } from "../../ui/reveal.tsx";
import { ShareLinks } from "./share-links.tsx";
import styles from "./support.module.css";

const { heading, lead, shop, club, share } = podcast.support;

type WayProps = { icon: IconName; heading: ReactNode; lead: string; children?: ReactNode };

function Way({ icon, heading: name, lead: why, children }: WayProps) {
  return (
    <li className={styles.way}>
      <span className={styles.icon}>
        <Icon name={icon} size={24} />
      </span>
      <h3 className={styles.name}>{name}</h3>
      <p className={styles.text}>{why}</p>
      {children}
    </li>
  );
}

/** Below a card that leads to the store; decorative. */
function Foot() {
  return (
    <p aria-hidden="true" className={styles.foot}>
      <span>cd {paths.store}</span>
      <Icon name="arrow-right" size={20} className={styles.arrow} />
    </p>
  );
}

/** To the store, from anywhere on the card. */
function ToStore({ children }: { children: string }) {
  return (
    <Link to={paths.store} className={styles.link}>
      {children}
    </Link>
  );
}

/** What keeps the show on air. */
export function Support() {
  return (
    <Reveal as="section" aria-labelledby="support" className="container section">
      <div className={styles.head}>
        <h2 id="support">{heading}</h2>
        <p className="lead">{lead}</p>
      </div>
      <ul className={styles.ways}>
        <Way icon="bag" heading={<ToStore>{shop.heading}</ToStore>} lead={shop.lead}>
          <Foot />
        </Way>
        <Way icon="ticket" heading={<ToStore>{club.heading}</ToStore>} lead={club.lead}>
          <Foot />
        </Way>
        <Way icon="send" heading={share.heading} lead={share.lead}>
          <ShareLinks text={share.text} />
        </Way>
      </ul>
    </Reveal>
  );
}

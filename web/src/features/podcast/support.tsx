import type { ReactNode } from "react";
import { Link } from "react-router-dom";
import { links } from "../../../../shared/site/links.ts";
import { podcast } from "../../../../shared/site/podcast.ts";
import { paths } from "../../paths.ts";
import type { IconName } from "../../ui/icon.tsx";
import { Icon } from "../../ui/icon.tsx";
import { useHydrated } from "../../ui/use-hydrated.ts";
import { VisuallyHidden } from "../../ui/visually-hidden.tsx";
import { Reveal } from "../../ui/reveal.tsx";
import styles from "./support.module.css";

type Network = {
  name: string;
  icon: IconName;
  /** The network's page for sharing a URL. */
  share: (url: string, text: string) => string;
};

const query = (base: string, values: Record<string, string>) => `${base}?${new URLSearchParams(values)}`;

const networks: readonly Network[] = [
  {
    name: "Twitter",
    icon: "twitter",
    share: (url, text) => query("https://twitter.com/intent/tweet", { url, text }),
  },
  {
    name: "Facebook",
    icon: "facebook",
    share: (url) => query("https://www.facebook.com/sharer/sharer.php", { u: url }),
  },
  {
    name: "LinkedIn",
    icon: "linkedin",
    share: (url) => query("https://www.linkedin.com/sharing/share-offsite/", { url }),
  },
];

/** Links that share this page; nothing of these networks is loaded. Prerendered, they share the show on Spotify, because the site's address is not known. */
function ShareLinks({ text }: { text: string }) {
  const hydrated = useHydrated();
  const url = hydrated ? new URL(paths.podcast, window.location.origin).href : links.spotify.url;
  return (
    <ul className={styles.networks}>
      {networks.map(({ name, icon, share }) => (
        <li key={name}>
          <a href={share(url, text)} target="_blank" rel="noopener noreferrer" className={styles.network}>
            <Icon name={icon} size={18} />
            <VisuallyHidden>Share on </VisuallyHidden>
            {name}
            <VisuallyHidden> (opens in a new tab)</VisuallyHidden>
          </a>
        </li>
      ))}
    </ul>
  );
}

const { heading, lead, shop, club, share } = podcast.support;

type SupportCardProps = { icon: IconName; heading: ReactNode; lead: string; children?: ReactNode };

function SupportCard({ icon, heading: name, lead: why, children }: SupportCardProps) {
  return (
    <li className={styles.card}>
      <span className={styles.icon}>
        <Icon name={icon} size={24} />
      </span>
      <h3 className={styles.name}>{name}</h3>
      <p className={styles.text}>{why}</p>
      {children}
    </li>
  );
}

/** The last line of a card with a link to the store; decorative. */
function CardFooter() {
  return (
    <p aria-hidden="true" className={styles.foot}>
      <span>cd {paths.store}</span>
      <Icon name="arrow-right" size={20} className={styles.arrow} />
    </p>
  );
}

/** Links to the store; the whole card is clickable. */
function StoreLink({ children }: { children: string }) {
  return (
    <Link to={paths.store} className={styles.link}>
      {children}
    </Link>
  );
}

/** How to support the show: shop, club, share. */
export function Support() {
  return (
    <Reveal as="section" aria-labelledby="support" className="container section">
      <div className={styles.head}>
        <h2 id="support">{heading}</h2>
        <p className="lead">{lead}</p>
      </div>
      <ul className={styles.cards}>
        <SupportCard icon="bag" heading={<StoreLink>{shop.heading}</StoreLink>} lead={shop.lead}>
          <CardFooter />
        </SupportCard>
        <SupportCard icon="ticket" heading={<StoreLink>{club.heading}</StoreLink>} lead={club.lead}>
          <CardFooter />
        </SupportCard>
        <SupportCard icon="send" heading={share.heading} lead={share.lead}>
          <ShareLinks text={share.text} />
        </SupportCard>
      </ul>
    </Reveal>
  );
}

import type { ReactNode } from "react";
import { Link } from "../../router/link.tsx";
import { socialLinks } from "../../../../shared/site/links.ts";
import { podcast } from "../../../../shared/site/podcast.ts";
import { paths } from "../../paths.ts";
import type { IconName } from "../../ui/icon.tsx";
import { addIcons, Icon } from "../../ui/icon.tsx";
import { shareIconPaths } from "../../ui/share-icons.ts";
import { useHydrated } from "../../ui/use-hydrated.ts";
import { VisuallyHidden } from "../../ui/visually-hidden.tsx";
import { Reveal } from "../../ui/reveal.tsx";
import styles from "./support-the-show.module.css";

addIcons(shareIconPaths);

type Network = {
  name: string;
  icon: IconName;
  /** The URL of the network's page for sharing. */
  shareUrl: (url: string, text: string) => string;
};

const withQuery = (base: string, values: Record<string, string>) => `${base}?${new URLSearchParams(values)}`;

const networks: readonly Network[] = [
  {
    name: "Twitter",
    icon: "twitter",
    shareUrl: (url, text) => withQuery("https://twitter.com/intent/tweet", { url, text }),
  },
  {
    name: "Facebook",
    icon: "facebook",
    shareUrl: (url) => withQuery("https://www.facebook.com/sharer/sharer.php", { u: url }),
  },
  {
    name: "LinkedIn",
    icon: "linkedin",
    shareUrl: (url) => withQuery("https://www.linkedin.com/sharing/share-offsite/", { url }),
  },
];

/**
 * Plain links that share this page, without scripts of the networks. The site's origin is unknown during
 * prerendering, so the prerendered links share the show on the first of its other sites.
 */
function ShareLinks({ text }: { text: string }) {
  const isHydrated = useHydrated();
  const url = isHydrated
    ? new URL(paths.podcast, window.location.origin).href
    : (socialLinks[0]?.url ?? paths.podcast);
  return (
    <ul className={styles.networks}>
      {networks.map(({ name, icon, shareUrl }) => (
        <li key={name}>
          <a href={shareUrl(url, text)} target="_blank" rel="noopener noreferrer" className={styles.network}>
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

type SupportCardProps = { icon: IconName; heading: ReactNode; lead: string; children?: ReactNode };

function SupportCard({ icon, heading: cardHeading, lead: cardLead, children }: SupportCardProps) {
  return (
    <li className={styles.card}>
      <span className={styles.icon}>
        <Icon name={icon} size={24} />
      </span>
      <h3 className={styles.name}>{cardHeading}</h3>
      <p className={styles.text}>{cardLead}</p>
      {children}
    </li>
  );
}

/** The last line of a card. It is decoration: the card's heading is the link. */
function CardFooter() {
  return (
    <p aria-hidden="true" className={styles.foot}>
      <span>{podcast.support.toStore}</span>
      <Icon name="arrow-right" size={20} className={styles.arrow} />
    </p>
  );
}

/** A link to the store. Its styles make the whole card clickable. */
function StoreLink({ children }: { children: string }) {
  return (
    <Link to={paths.store} className={styles.link}>
      {children}
    </Link>
  );
}

const { heading, lead, shop, club, share } = podcast.support;

/** Three ways to support the show: the shop, the club (tickets to live tapings), and sharing. */
export function SupportTheShow() {
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

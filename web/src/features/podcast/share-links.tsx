import { links } from "../../../../shared/site/links.ts";
import { paths } from "../../paths.ts";
import type { IconName } from "../../ui/icon-paths.ts";
import { Icon } from "../../ui/icon.tsx";
import { useHydrated } from "../../ui/use-hydrated.ts";
import { VisuallyHidden } from "../../ui/visually-hidden.tsx";
import styles from "./support.module.css";

type Network = {
  name: string;
  icon: IconName;
  /** Where this network takes an address (and a text) to share. */
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

/** Plain links that share this page; nothing of these networks is loaded here. Before script, the show on Spotify. */
export function ShareLinks({ text }: { text: string }) {
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

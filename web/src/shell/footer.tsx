import type { ReactNode } from "react";
import { useSyncExternalStore } from "react";
import { NavLink } from "react-router-dom";
import { brand } from "../../../shared/site/brand.ts";
import { socialLinks } from "../../../shared/site/links.ts";
import { footerLinks, legalLinks } from "../../../shared/site/navigation.ts";
import { cx } from "../ui/class-names.ts";
import { Icon } from "../ui/icon.tsx";
import { Logo } from "../ui/logo.tsx";
import { Reveal } from "../ui/reveal.tsx";
import { socialIcons } from "../ui/social-icons.ts";
import { VisuallyHidden } from "../ui/visually-hidden.tsx";
import { Credit } from "./credit.tsx";
import styles from "./footer.module.css";
import { Pour } from "./pour/pour.tsx";
import { usePour } from "./pour/use-pour.ts";

function PageLinks({
  of,
  className,
}: {
  of: typeof footerLinks | typeof legalLinks;
  className?: string | undefined;
}) {
  return (
    <ul className={cx(styles.plain, className)}>
      {of.map(({ label, to }) => (
        <li key={to}>
          <NavLink to={to} end className={cx(styles.link)}>
            {label}
          </NavLink>
        </li>
      ))}
    </ul>
  );
}

function Column({ heading, label, children }: { heading: string; label: string; children: ReactNode }) {
  return (
    <nav aria-label={label}>
      <p className={styles.heading} aria-hidden="true">
        {heading}
      </p>
      {children}
    </nav>
  );
}

/** Where else to find the show; each opens in a new tab. */
function SocialLinks() {
  return (
    <ul className={styles.plain}>
      {socialLinks.map(({ label, url }) => (
        <li key={label}>
          <a href={url} target="_blank" rel="noopener noreferrer" className={styles.link}>
            <Icon name={socialIcons[label]} />
            {label}
            <VisuallyHidden> (opens in a new tab)</VisuallyHidden>
          </a>
        </li>
      ))}
    </ul>
  );
}

const never = () => () => undefined;
const thisYear = (): string => `${new Date().getFullYear()} `;
const noYear = (): string => "";

/** The year in the reader's browser. Finished HTML has none: it is read for years after it was built, also without script. */
function CurrentYear() {
  return useSyncExternalStore(never, thisYear, noYear);
}

/** Below every page of the site; fades in when a tenth of it is in view. */
export function Footer() {
  const pour = usePour();
  return (
    <footer className={styles.footer}>
      <Reveal threshold={0.1} className={`container ${styles.inner}`}>
        <div className={styles.top}>
          <div className={styles.brand}>
            <Logo size={72} />
            <p className={styles.name}>{brand.name}</p>
            <p className={styles.tagline}>{brand.tagline}</p>
          </div>
          <Column heading="ls ./pages" label="Footer">
            <PageLinks of={footerLinks} />
          </Column>
          <Column heading="whereis show" label="Social">
            <SocialLinks />
          </Column>
          <Pour {...pour} />
        </div>
        <div className={styles.bottom}>
          <p>
            © <CurrentYear />
            {brand.name}. All Rights Reserved.
          </p>
          <nav aria-label="Legal">
            <PageLinks of={legalLinks} className={styles.legal} />
          </nav>
          <Credit triggers={pour.triggers} />
        </div>
      </Reveal>
    </footer>
  );
}

import type { ReactNode } from "react";
import { NavLink } from "../router/link.tsx";
import { brand } from "../../../shared/site/brand.ts";
import { footerHeadings } from "../../../shared/site/footer.ts";
import { socialLinks } from "../../../shared/site/links.ts";
import { footerLinks, helpLinks } from "../../../shared/site/navigation.ts";
import { cx } from "../ui/class-names.ts";
import { Icon } from "../ui/icon.tsx";
import { Logo } from "../ui/logo.tsx";
import { Reveal } from "../ui/reveal.tsx";
import { socialIcons } from "../ui/social-icons.ts";
import { useHydrated } from "../ui/use-hydrated.ts";
import { VisuallyHidden } from "../ui/visually-hidden.tsx";
import { Credit } from "./credit.tsx";
import styles from "./footer.module.css";
import { FooterAnimation, useFooterAnimation } from "./footer-animation/footer-animation.tsx";

function FooterLinks({
  links,
  className,
}: {
  links: typeof footerLinks | typeof helpLinks;
  className?: string | undefined;
}) {
  return (
    <ul className={cx(styles.linkList, className)}>
      {links.map(({ label, to }) => (
        <li key={to}>
          <NavLink to={to} className={styles.link}>
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

function SocialLinks() {
  return (
    <ul className={styles.linkList}>
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

/** The year by the visitor's clock. Prerendered HTML has no year, because it may be from an earlier year. */
function CurrentYear() {
  return useHydrated() && `${new Date().getFullYear()} `;
}

export function Footer() {
  const animation = useFooterAnimation();
  return (
    <footer className={styles.footer}>
      <Reveal threshold={0.1} className={`container ${styles.inner}`}>
        <div className={styles.top}>
          <div className={styles.brand}>
            <Logo size={72} />
            <p className={styles.name}>{brand.name}</p>
            <p className={styles.tagline}>{brand.tagline}</p>
          </div>
          <Column heading={footerHeadings.pages} label="Footer">
            <FooterLinks links={footerLinks} />
          </Column>
          <Column heading={footerHeadings.social} label="Social">
            <SocialLinks />
          </Column>
          <FooterAnimation {...animation} />
        </div>
        <div className={styles.bottom}>
          <p>
            © <CurrentYear />
            {brand.name}. All Rights Reserved.
          </p>
          <nav aria-label="Legal">
            <FooterLinks links={helpLinks} className={styles.legal} />
          </nav>
          <Credit triggers={animation.triggers} />
        </div>
      </Reveal>
    </footer>
  );
}

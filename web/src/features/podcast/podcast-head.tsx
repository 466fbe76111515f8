import { useId } from "react";
import { brand } from "../../../../shared/site/brand.ts";
import { podcast } from "../../../../shared/site/podcast.ts";
import { hosts } from "../../../../shared/site/hosts.ts";
import { listenLinks } from "../../../../shared/site/links.ts";
import { Logo } from "../../ui/logo.tsx";
import { ButtonExternalLink } from "../../ui/button.tsx";
import { PageTitle } from "../../ui/page-title.tsx";
import { socialIcons } from "../../ui/social-icons.ts";
import { HOST_PORTRAIT_WIDTHS, pictureSources } from "../../ui/picture-sources.ts";
import { VisuallyHidden } from "../../ui/visually-hidden.tsx";
import styles from "./podcast-head.module.css";
import { Waveform } from "./waveform.tsx";

/** The x coordinate of the left edge of each stave (a wooden board of a barrel), and the share of the lighter color (%). */
const STAVES = [
  [0, 45],
  [58, 100],
  [128, 25],
  [186, 100],
  [262, 55],
  [318, 100],
] as const;

function Staves() {
  const gradientId = useId();
  return (
    <svg viewBox="0 0 400 400" focusable="false" className={styles.staves}>
      <radialGradient id={gradientId} cx="0.72" cy="0.2" r="1">
        <stop offset="0" stopColor="var(--amber-400)" stopOpacity="0.3" />
        <stop offset="0.5" stopColor="var(--amber-400)" stopOpacity="0.04" />
        <stop offset="1" stopColor="var(--char-950)" stopOpacity="0.7" />
      </radialGradient>
      {STAVES.map(([x, share]) => (
        <rect
          key={x}
          x={x}
          width="400"
          height="400"
          fill={`color-mix(in srgb, var(--char-800) ${share}%, var(--char-850))`}
        />
      ))}
      {STAVES.slice(1).map(([x]) => (
        <path key={x} d={`M${x} 0v400`} stroke="var(--char-950)" strokeWidth="2" />
      ))}
      <rect width="400" height="400" fill={`url(#${gradientId})`} />
    </svg>
  );
}

/** A decorative drawing of the show's cover, as in a podcast player. */
function Cover({ className }: { className?: string | undefined }) {
  return (
    <div className={className} aria-hidden="true">
      <div className={styles.artwork}>
        <Staves />
        <p className={styles.name}>{brand.name}</p>
        <Logo size={200} className={styles.logo} />
        <Waveform barCount={44} playedShare={0.4} className={styles.wave} />
        <p className={styles.line}>{podcast.cover}</p>
      </div>
    </div>
  );
}

function Faces() {
  return (
    <div className={styles.hosts}>
      <div className={styles.faces}>
        {hosts.map(({ id, image }) => (
          <img
            key={id}
            src={image}
            srcSet={pictureSources(image, HOST_PORTRAIT_WIDTHS)}
            sizes="56px"
            alt=""
            width={56}
            height={56}
            fetchPriority="low"
            className={styles.face}
          />
        ))}
      </div>
      <p>With {new Intl.ListFormat("en-US").format(hosts.map(({ name }) => name))}</p>
    </div>
  );
}

export function PodcastHead() {
  return (
    <div className={styles.head}>
      <div className={`container ${styles.inner}`}>
        <div>
          <PageTitle eyebrow={podcast.eyebrow} lead={podcast.lead} className={styles.title}>
            {podcast.heading}
          </PageTitle>
          <div className={styles.actions}>
            {listenLinks.map(({ label, url }, index) => (
              <ButtonExternalLink
                key={label}
                href={url}
                size="large"
                variant={index === 0 ? "primary" : "secondary"}
                icon={socialIcons[label]}
              >
                {label}
                <VisuallyHidden> (opens in a new tab)</VisuallyHidden>
              </ButtonExternalLink>
            ))}
          </div>
          {hosts.length > 0 && <Faces />}
        </div>
        <Cover className={styles.cover} />
      </div>
    </div>
  );
}

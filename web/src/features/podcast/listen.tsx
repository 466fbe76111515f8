import { brand } from "../../../../shared/site/brand.ts";
import { hosts } from "../../../../shared/site/hosts.ts";
import { embeddedPlayer, filmChannel, type SocialLink } from "../../../../shared/site/links.ts";
import { podcast } from "../../../../shared/site/podcast.ts";
import { Embed } from "../../embed/embed.tsx";
import type { EmbedSource } from "../../embed/source.ts";
import { ButtonExternalLink } from "../../ui/button.tsx";
import { Icon } from "../../ui/icon.tsx";
import { socialIcons } from "../../ui/social-icons.ts";
import { HOST_PORTRAIT_WIDTHS, pictureSources } from "../../ui/picture-sources.ts";
import { VisuallyHidden } from "../../ui/visually-hidden.tsx";
import styles from "./listen.module.css";
import { Waveform } from "./waveform.tsx";

const playerSource: EmbedSource | undefined = embeddedPlayer && {
  provider: embeddedPlayer.label,
  kind: "player",
  src: embeddedPlayer.embedUrl,
  title: podcast.player.title,
  link: { label: podcast.player.heading, url: embeddedPlayer.url },
  height: 452,
  reportsReady: embeddedPlayer.reportsReady,
};

function PlayerDrawing() {
  return (
    <div className={styles.drawing} aria-hidden="true">
      <p className={styles.show}>{brand.name}</p>
      <p>{brand.tagline}</p>
      <Waveform barCount={90} playedShare={0.26} className={styles.wave} />
    </div>
  );
}

function Films({ label, handle, url }: SocialLink) {
  const { heading, lead } = podcast.films;
  return (
    <section aria-labelledby="watch" className={styles.column}>
      <h2 id="watch">{heading}</h2>
      <div className={styles.channel}>
        {/* Only for clicks on the picture. The keyboard and screen readers use the link below, to the same page. */}
        <a
          className={styles.screen}
          href={url}
          target="_blank"
          rel="noopener noreferrer"
          tabIndex={-1}
          aria-hidden="true"
        >
          {hosts.map(({ id, image }) => (
            <img
              key={id}
              src={image}
              srcSet={pictureSources(image, HOST_PORTRAIT_WIDTHS)}
              sizes="(width <= 998px) 50vw, 290px"
              alt=""
              width={640}
              height={640}
              loading="lazy"
              decoding="async"
            />
          ))}
          <span className={styles.play}>
            <Icon name="play" size={28} />
          </span>
        </a>
        <div className={styles.about}>
          <p>{lead}</p>
          <ButtonExternalLink href={url} variant="secondary" icon={socialIcons[label]} wide>
            {handle}
            <VisuallyHidden> on {label} (opens in a new tab)</VisuallyHidden>
          </ButtonExternalLink>
        </div>
      </div>
    </section>
  );
}

/** The show on other sites: its player, its films, or both. */
export function Listen() {
  if (!playerSource && !filmChannel) return null;
  return (
    <div className={`container section ${styles.listen}`}>
      {playerSource && (
        <section aria-labelledby="listen" className={styles.column}>
          <h2 id="listen">{podcast.player.heading}</h2>
          <Embed source={playerSource} poster={<PlayerDrawing />} className={styles.player} />
        </section>
      )}
      {filmChannel && <Films {...filmChannel} />}
    </div>
  );
}

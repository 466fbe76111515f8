import { brand } from "../../../../shared/site/brand.ts";
import { hosts } from "../../../../shared/site/hosts.ts";
import { links } from "../../../../shared/site/links.ts";
import { podcast } from "../../../../shared/site/podcast.ts";
import { Embed } from "../../embed/embed.tsx";
import type { EmbedSource } from "../../embed/source.ts";
import { ButtonExternalLink } from "../../ui/button.tsx";
import { Icon } from "../../ui/icon.tsx";
import { HOST_PORTRAIT_WIDTHS, pictureSources } from "../../ui/picture-sources.ts";
import { VisuallyHidden } from "../../ui/visually-hidden.tsx";
import styles from "./listen.module.css";
import { Waveform } from "./waveform.tsx";

const playerSource: EmbedSource = {
  provider: links.spotify.label,
  kind: "player",
  src: links.spotify.embedUrl,
  title: podcast.player.title,
  link: { label: podcast.player.heading, url: links.spotify.url },
  height: 452,
  reportsReady: true,
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

function YouTube() {
  const { heading, lead } = podcast.youtube;
  return (
    <section aria-labelledby="watch" className={styles.column}>
      <h2 id="watch">{heading}</h2>
      <div className={styles.channel}>
        {/* Only for clicks on the picture. The keyboard and screen readers use the link below, to the same page. */}
        <a
          className={styles.screen}
          href={links.youtube.url}
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
          <ButtonExternalLink href={links.youtube.url} variant="secondary" icon="youtube" wide>
            {links.youtube.handle}
            <VisuallyHidden> on YouTube (opens in a new tab)</VisuallyHidden>
          </ButtonExternalLink>
        </div>
      </div>
    </section>
  );
}

export function Listen() {
  return (
    <div className={`container section ${styles.listen}`}>
      <section aria-labelledby="listen" className={styles.column}>
        <h2 id="listen">{podcast.player.heading}</h2>
        <Embed source={playerSource} poster={<PlayerDrawing />} className={styles.player} />
      </section>
      <YouTube />
    </div>
  );
}

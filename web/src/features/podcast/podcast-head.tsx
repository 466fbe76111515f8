import { hosts } from "../../../../shared/site/hosts.ts";
import { links } from "../../../../shared/site/links.ts";
import { podcast } from "../../../../shared/site/podcast.ts";
import { ButtonExternalLink } from "../../ui/button.tsx";
import { PageTitle } from "../../ui/page-title.tsx";
import { HOST_WIDTHS, pictureSources } from "../../ui/picture-sources.ts";
import { VisuallyHidden } from "../../ui/visually-hidden.tsx";
import { Cover } from "./cover.tsx";
import styles from "./podcast-head.module.css";

/** What the show is, and the two places to follow it. */
export function PodcastHead() {
  return (
    <div className={styles.head}>
      <div className={`container ${styles.inner}`}>
        <div>
          <PageTitle eyebrow={podcast.eyebrow} lead={podcast.lead} className={styles.title}>
            {podcast.heading}
          </PageTitle>
          <div className={styles.actions}>
            <ButtonExternalLink href={links.spotify.url} size="large" icon="spotify">
              {links.spotify.label}
              <VisuallyHidden> (opens in a new tab)</VisuallyHidden>
            </ButtonExternalLink>
            <ButtonExternalLink href={links.youtube.url} size="large" variant="secondary" icon="youtube">
              {links.youtube.label}
              <VisuallyHidden> (opens in a new tab)</VisuallyHidden>
            </ButtonExternalLink>
          </div>
          <div className={styles.hosts}>
            <div className={styles.faces}>
              {hosts.map(({ id, image }) => (
                <img
                  key={id}
                  src={image}
                  srcSet={pictureSources(image, HOST_WIDTHS)}
                  sizes="56px"
                  alt=""
                  width={56}
                  height={56}
                  fetchPriority="low"
                  className={styles.face}
                />
              ))}
            </div>
            <p>With {hosts.map(({ name }) => name).join(" and ")}</p>
          </div>
        </div>
        <Cover className={styles.cover} />
      </div>
    </div>
  );
}

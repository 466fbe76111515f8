import type { Article } from "../../../../shared/site/articles.ts";
import { blog } from "../../../../shared/site/blog.ts";
import { Embed } from "../../embed/embed.tsx";
import type { EmbedSource } from "../../embed/source.ts";
import { Badge } from "../../ui/badge.tsx";
import { ButtonExternalLink } from "../../ui/button.tsx";
import { ARTICLE_WIDTHS, pictureSources } from "../../ui/picture-sources.ts";
import { VisuallyHidden } from "../../ui/visually-hidden.tsx";
import { CategoryAndReadTime, Byline, MentionedLinks } from "./article-parts.tsx";
import styles from "./featured-article.module.css";

const videoSource = ({ title, link }: Article, src: string): EmbedSource => ({
  provider: "YouTube",
  kind: "video",
  src,
  title: `Video: ${title}`,
  link: { label: "Watch on YouTube", url: link },
});

/** The featured article, with a video player if the article has a video. */
export function FeaturedArticle({ article }: { article: Article }) {
  const { id, title, excerpt, image, link, frameUrl } = article;
  const picture = (
    <img
      src={image}
      srcSet={pictureSources(image, ARTICLE_WIDTHS)}
      sizes="(width <= 998px) calc(100vw - 4rem), 700px"
      alt=""
      width={800}
      height={450}
      decoding="sync"
      fetchPriority="high"
    />
  );
  return (
    <article aria-labelledby={id} className={styles.card}>
      <div className={styles.media}>
        {frameUrl ? (
          <Embed source={videoSource(article, frameUrl)} poster={picture} className={styles.frame} />
        ) : (
          picture
        )}
      </div>
      <div className={styles.text}>
        <div className={styles.categoryLine}>
          <Badge tone="warn" icon="star">
            {blog.featured}
          </Badge>
          <CategoryAndReadTime article={article} />
        </div>
        <h2 id={id} className={styles.title}>
          {title}
        </h2>
        <Byline article={article} />
        <p className={styles.excerpt}>{excerpt}</p>
        <ButtonExternalLink href={link} iconAfter="external" className={styles.read}>
          <span>Read Full Article</span>
          <VisuallyHidden> of {title} (opens in a new tab)</VisuallyHidden>
        </ButtonExternalLink>
      </div>
      <MentionedLinks article={article} className={styles.mentioned} />
    </article>
  );
}

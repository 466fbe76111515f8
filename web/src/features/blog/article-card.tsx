import type { Article } from "../../../../shared/site/articles.ts";
import { Icon } from "../../ui/icon.tsx";
import { ARTICLE_WIDTHS, pictureSources } from "../../ui/picture-sources.ts";
import { VisuallyHidden } from "../../ui/visually-hidden.tsx";
import styles from "./article-card.module.css";
import { CategoryAndReadTime, Byline, MentionedLinks } from "./article-parts.tsx";

/** The summary of an article on another site, with a link to the article. */
export function ArticleCard({ article }: { article: Article }) {
  const { id, title, excerpt, image, link } = article;
  return (
    <li>
      <article aria-labelledby={id} className={styles.card}>
        <img
          src={image}
          srcSet={pictureSources(image, ARTICLE_WIDTHS)}
          sizes="(width <= 640px) calc(100vw - 3rem), (width <= 1100px) 240px, 320px"
          alt=""
          width={800}
          height={450}
          loading="lazy"
          decoding="async"
          className={styles.image}
        />
        <div className={styles.text}>
          <CategoryAndReadTime article={article} />
          <h2 id={id} className={styles.title}>
            {title}
          </h2>
          <Byline article={article} />
          <p className={styles.excerpt}>{excerpt}</p>
          <a href={link} target="_blank" rel="noopener noreferrer" className={styles.link}>
            <span>Read More</span>
            <VisuallyHidden> of {title} (opens in a new tab)</VisuallyHidden>
            <Icon name="external" size={18} />
          </a>
        </div>
        <MentionedLinks article={article} className={styles.mentioned} />
      </article>
    </li>
  );
}

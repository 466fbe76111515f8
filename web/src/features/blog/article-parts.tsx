import type { Article } from "../../../../shared/site/articles.ts";
import { blog } from "../../../../shared/site/blog.ts";
import { formatDay } from "../../ui/day-text.ts";
import { Icon } from "../../ui/icon.tsx";
import { VisuallyHidden } from "../../ui/visually-hidden.tsx";
import styles from "./article-parts.module.css";
import { categoryIndex, categoryLabel } from "./articles.ts";

/** The number of colors in article-parts.module.css. */
const CATEGORY_COLOR_COUNT = 3;

export function CategoryAndReadTime({ article: { category, readTime } }: { article: Article }) {
  return (
    <p className={styles.categoryLine}>
      <span data-color={categoryIndex(category) % CATEGORY_COLOR_COUNT} className={styles.category}>
        {categoryLabel(category)}
      </span>
      {readTime}
    </p>
  );
}

export function Byline({ article: { author, date } }: { article: Article }) {
  return (
    <p className={styles.byline}>
      <span>{author}</span>
      <time dateTime={date}>{formatDay(date)}</time>
    </p>
  );
}

export function MentionedLinks({ article, className }: { article: Article; className: string | undefined }) {
  const { mentionedLinks } = article;
  if (mentionedLinks.length === 0) return null;
  return (
    <div className={className}>
      <p className={styles.label}>{blog.mentioned}</p>
      <ul className={styles.links}>
        {mentionedLinks.map(({ url, title }) => (
          <li key={url}>
            <a href={url} target="_blank" rel="noopener noreferrer" className={styles.link}>
              <span>{title}</span>
              <VisuallyHidden> (opens in a new tab)</VisuallyHidden>
              <Icon name="external" size={16} />
            </a>
          </li>
        ))}
      </ul>
    </div>
  );
}

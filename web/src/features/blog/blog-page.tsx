import { useSearchParams } from "../../router/hooks.ts";
import { articles } from "../../../../shared/site/articles.ts";
import { blog } from "../../../../shared/site/blog.ts";
import { seo } from "../../../../shared/site/seo.ts";
import { paths } from "../../paths.ts";
import { usePageMeta } from "../../ui/page-meta.ts";
import { PageTitle } from "../../ui/page-title.tsx";
import { useHydrated } from "../../ui/use-hydrated.ts";
import type { Filter } from "./articles.ts";
import { ALL_CATEGORIES, filters, readFilter, selectArticles, writeFilter } from "./articles.ts";
import styles from "./blog-page.module.css";
import { ArticleCard } from "./article-card.tsx";
import { FeaturedArticle } from "./featured-article.tsx";

type CategoryFilterProps = { filter: Filter; count: number; onFilter: (filter: Filter) => void };

function CategoryFilter({ filter, count, onFilter }: CategoryFilterProps) {
  return (
    <div className={styles.bar}>
      <div role="group" aria-label="Categories" className={styles.chips}>
        {filters.map(({ id, label }) => (
          <button
            key={id}
            type="button"
            aria-pressed={id === filter}
            onClick={() => onFilter(id)}
            className={styles.chip}
          >
            {label}
          </button>
        ))}
      </div>
      <p role="status" className={styles.count}>
        {count} {count === 1 ? "article" : "articles"}
      </p>
    </div>
  );
}

export default function BlogPage() {
  usePageMeta({ ...seo["/blog"], path: paths.blog });
  const [params, setParams] = useSearchParams();
  // The page was prerendered without a query, so hydration has to start with all articles.
  const filter = useHydrated() ? readFilter(params) : ALL_CATEGORIES;
  const { featured, others, count } = selectArticles(filter);
  return (
    <div className="container page">
      <PageTitle eyebrow={blog.eyebrow} lead={blog.lead}>
        {blog.heading}
      </PageTitle>
      {articles.length > 0 && (
        <CategoryFilter
          filter={filter}
          count={count}
          onFilter={(newFilter) => setParams((current) => writeFilter(current, newFilter), { replace: true })}
        />
      )}
      <div key={filter} className={styles.articles}>
        {featured && <FeaturedArticle article={featured} />}
        <ul className={styles.others}>
          {others.map((article) => (
            <ArticleCard key={article.id} article={article} />
          ))}
        </ul>
      </div>
    </div>
  );
}

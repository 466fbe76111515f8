import { useSearchParams } from "react-router-dom";
import { blog } from "../../../../shared/site/blog.ts";
import { seo } from "../../../../shared/site/seo.ts";
import { paths } from "../../paths.ts";
import { usePageMeta } from "../../ui/page-meta.ts";
import { PageTitle } from "../../ui/page-title.tsx";
import { useHydrated } from "../../ui/use-hydrated.ts";
import { ArticleCard } from "./article-card.tsx";
import { ALL, readFilter, select, writeFilter } from "./articles.ts";
import styles from "./blog-page.module.css";
import { CategoryFilter } from "./category-filter.tsx";
import { FeaturedArticle } from "./featured-article.tsx";

export default function BlogPage() {
  usePageMeta({ ...seo["/blog"], path: paths.blog });
  const [params, setParams] = useSearchParams();
  // The finished HTML was made without a query.
  const filter = useHydrated() ? readFilter(params) : ALL;
  const { featured, others, count } = select(filter);
  return (
    <div className="container page">
      <PageTitle eyebrow={blog.eyebrow} lead={blog.lead}>
        {blog.heading}
      </PageTitle>
      <CategoryFilter
        filter={filter}
        count={count}
        onFilter={(next) =>
          setParams((now) => writeFilter(now, next), { replace: true, preventScrollReset: true })
        }
      />
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

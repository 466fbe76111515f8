import { seo } from "../../../../shared/site/seo.ts";
import { paths } from "../../paths.ts";
import { usePageMeta } from "../../ui/page-meta.ts";
import { PageTitle } from "../../ui/page-title.tsx";

export default function BlogPage() {
  usePageMeta({ ...seo["/blog"], path: paths.blog });
  return (
    <div className="container page">
      <PageTitle>Blog</PageTitle>
    </div>
  );
}

import { seo } from "../../../../shared/site/seo.ts";
import { paths } from "../../paths.ts";
import { usePageMeta } from "../../ui/page-meta.ts";
import { PageTitle } from "../../ui/page-title.tsx";

export default function PodcastPage() {
  usePageMeta({ ...seo["/podcast"], path: paths.podcast });
  return (
    <div className="container page">
      <PageTitle>The Podcast</PageTitle>
    </div>
  );
}

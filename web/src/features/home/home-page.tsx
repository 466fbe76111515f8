import { seo } from "../../../../shared/site/seo.ts";
import { paths } from "../../paths.ts";
import { usePageMeta } from "../../ui/page-meta.ts";
import { PageTitle } from "../../ui/page-title.tsx";

export default function HomePage() {
  usePageMeta({ ...seo["/"], path: paths.home });
  return (
    <div className="container page">
      <PageTitle>Where Bourbon Meets Cybersecurity</PageTitle>
    </div>
  );
}

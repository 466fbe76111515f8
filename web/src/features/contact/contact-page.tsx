import { seo } from "../../../../shared/site/seo.ts";
import { paths } from "../../paths.ts";
import { usePageMeta } from "../../ui/page-meta.ts";
import { PageTitle } from "../../ui/page-title.tsx";

export default function ContactPage() {
  usePageMeta({ ...seo["/contact"], path: paths.contact });
  return (
    <div className="container page">
      <PageTitle>Contact</PageTitle>
    </div>
  );
}

import { seo } from "../../../../shared/site/seo.ts";
import { paths } from "../../paths.ts";
import { usePageMeta } from "../../ui/page-meta.ts";
import { PageTitle } from "../../ui/page-title.tsx";

export default function StorePage() {
  usePageMeta({ ...seo["/store"], path: paths.store });
  return (
    <div className="container page">
      <PageTitle>Store</PageTitle>
    </div>
  );
}

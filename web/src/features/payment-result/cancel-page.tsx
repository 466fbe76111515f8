import { seo } from "../../../../shared/site/seo.ts";
import { paths } from "../../paths.ts";
import { usePageMeta } from "../../ui/page-meta.ts";
import { PageTitle } from "../../ui/page-title.tsx";

export default function CancelPage() {
  usePageMeta({ ...seo["/checkout/cancel"], path: paths.checkoutCancel });
  return (
    <div className="container page">
      <PageTitle>Payment Cancelled</PageTitle>
    </div>
  );
}

import { seo } from "../../../../shared/site/seo.ts";
import { paths } from "../../paths.ts";
import { usePageMeta } from "../../ui/page-meta.ts";
import { PageTitle } from "../../ui/page-title.tsx";

export default function SuccessPage() {
  usePageMeta({ ...seo["/checkout/success"], path: paths.checkoutSuccess });
  return (
    <div className="container page">
      <PageTitle>Payment</PageTitle>
    </div>
  );
}

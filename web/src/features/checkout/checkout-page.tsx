import { seo } from "../../../../shared/site/seo.ts";
import { paths } from "../../paths.ts";
import { usePageMeta } from "../../ui/page-meta.ts";
import { PageTitle } from "../../ui/page-title.tsx";

export default function CheckoutPage() {
  usePageMeta({ ...seo["/checkout"], path: paths.checkout });
  return (
    <div className="container page">
      <PageTitle>Checkout</PageTitle>
    </div>
  );
}

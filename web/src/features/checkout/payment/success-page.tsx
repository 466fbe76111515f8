import { useSearchParams } from "../../../router/hooks.ts";
import { paymentMessages } from "../../../../../shared/payment-messages.ts";
import { seo } from "../../../../../shared/site/seo.ts";
import { paths } from "../../../paths.ts";
import { usePageMeta } from "../../../ui/page-meta.ts";
import { orderFromUrl } from "../order-url.ts";
import { PaymentResult, VerificationFailed } from "./payment-result.tsx";

export default function SuccessPage() {
  usePageMeta({ ...seo["/checkout/success"], path: paths.checkoutSuccess });
  const [search] = useSearchParams();
  const sessionId = search.get("session_id");
  return (
    <div className="container page">
      {sessionId ? (
        <PaymentResult
          key={sessionId}
          sessionId={sessionId}
          orderInUrl={orderFromUrl(search.get("orderData"))}
        />
      ) : (
        <VerificationFailed message={paymentMessages.noSessionId} />
      )}
    </div>
  );
}

import { Redirect } from "../../../router/redirect.tsx";
import { checkoutMessages } from "../../../../../shared/checkout-messages.ts";
import { seo } from "../../../../../shared/site/seo.ts";
import { useCart } from "../../../cart/cart-context.tsx";
import { Suggestions } from "../../../catalog/lazy-suggestions.tsx";
import { paths } from "../../../paths.ts";
import { ButtonLink } from "../../../ui/button.tsx";
import { EmptyState } from "../../../ui/empty-state.tsx";
import { usePageMeta } from "../../../ui/page-meta.ts";
import { PageTitle } from "../../../ui/page-title.tsx";
import { Spinner } from "../../../ui/spinner.tsx";
import { useHydrated } from "../../../ui/use-hydrated.ts";
import { successUrl } from "../order-url.ts";
import { useReplaceCartFromNavigation } from "./cart-from-navigation.ts";
import styles from "./checkout.module.css";
import { CheckoutSkeleton } from "./checkout-skeleton.tsx";
import { Checkout } from "./checkout.tsx";
import { useEarlierPayment } from "./use-earlier-payment.ts";

export default function CheckoutPage() {
  usePageMeta({ ...seo["/checkout"], path: paths.checkout });
  useReplaceCartFromNavigation();
  const { lines } = useCart();
  const earlierPayment = useEarlierPayment();
  const isHydrated = useHydrated();
  // The earlier order is paid, or its payment is being processed.
  if (earlierPayment.status === "notPayable") return <Redirect to={successUrl(earlierPayment.sessionId)} />;
  const isChecking = earlierPayment.status === "checking";
  return (
    <div className="container page">
      <PageTitle className={styles.heading}>Checkout</PageTitle>
      {!isHydrated && <CheckoutSkeleton />}
      {isHydrated && isChecking && <Spinner large label="Checking your last payment..." />}
      {isHydrated && !isChecking && lines.length > 0 && <Checkout lines={lines} />}
      {isHydrated && !isChecking && lines.length === 0 && (
        <>
          <EmptyState
            icon="bag"
            title={checkoutMessages.yourCartIsEmpty}
            actions={<ButtonLink to={paths.storeAlias}>Browse Merchandise</ButtonLink>}
          >
            {checkoutMessages.addProducts}
          </EmptyState>
          <Suggestions />
        </>
      )}
    </div>
  );
}

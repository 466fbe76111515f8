import { useEffect, useState } from "react";
import { parseOrderLink, orderLinkPath, type OrderLink } from "../../../../shared/order-link.ts";
import { orderPageMessages } from "../../../../shared/order-page-messages.ts";
import { mailLinkSeo } from "../../../../shared/site/mail-link-seo.ts";
import { paths } from "../../paths.ts";
import { useLocation } from "../../router/hooks.ts";
import { Button, ButtonLink } from "../../ui/button.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { usePageMeta } from "../../ui/page-meta.ts";
import { PageTitle } from "../../ui/page-title.tsx";
import { Spinner } from "../../ui/spinner.tsx";
import { useNoReferrer } from "../../ui/use-no-referrer.ts";
import { usePageHeadingFocus } from "../../ui/page-heading-focus.ts";
import { TeamEmail } from "../../ui/team-email.tsx";
import { OrderView } from "./order-view.tsx";
import { useOrder } from "./use-order.ts";

function NoOrder() {
  return (
    <>
      <PageTitle>Your order</PageTitle>
      <EmptyState
        icon="mail"
        title={orderPageMessages.refused}
        actions={<ButtonLink to={paths.findOrder}>Find My Order</ButtonLink>}
      >
        <p>
          Open the whole link from one of our emails, or have a new one mailed to you. If that does not help,
          write to <TeamEmail />.
        </p>
      </EmptyState>
    </>
  );
}

function LinkedOrder({ link }: { link: OrderLink }) {
  const { state, reload, readAgain, show } = useOrder(link);
  const keepFocus = usePageHeadingFocus(state.status);
  switch (state.status) {
    case "loading":
      return (
        <>
          <PageTitle>Your order</PageTitle>
          <Spinner large label="Loading your order..." />
        </>
      );
    case "refused":
      return <NoOrder />;
    case "failed":
      return (
        <>
          <PageTitle>Your order</PageTitle>
          <EmptyState
            icon="alert"
            title={state.message}
            actions={
              <Button
                variant="secondary"
                icon="refresh"
                onClick={() => {
                  keepFocus();
                  reload();
                }}
              >
                Try Again
              </Button>
            }
          />
        </>
      );
    case "shown":
      return (
        <OrderView link={link} page={state.page} note={state.note} onChange={show} readAgain={readAgain} />
      );
  }
}

/**
 * The link in the URL's fragment. The code of the link is removed from the URL, so that bookmarks do not
 * contain the code and reloads do not send it.
 */
function useOrderLink(): OrderLink | undefined {
  const { hash } = useLocation();
  const [link, setLink] = useState(() => parseOrderLink(hash));
  const [lastHash, setLastHash] = useState(hash);
  if (lastHash !== hash) {
    setLastHash(hash);
    const newLink = parseOrderLink(hash);
    // The effect below removes the code from the hash. That change is not a new link.
    if (newLink?.orderId !== link?.orderId || newLink?.token !== link?.token || newLink?.code !== undefined)
      setLink(newLink);
  }
  useEffect(() => {
    if (link?.code === undefined) return;
    const { orderId, token } = link;
    window.history.replaceState(window.history.state, "", orderLinkPath({ orderId, token }));
  }, [link]);
  return link;
}

/** An order for its customer, who has the link from a mail. */
export default function OrderPage() {
  usePageMeta({ ...mailLinkSeo["/order"], path: paths.order });
  useNoReferrer();
  const link = useOrderLink();
  return (
    <div className="container page">
      {link ? <LinkedOrder key={`${link.orderId} ${link.token}`} link={link} /> : <NoOrder />}
    </div>
  );
}

import { useMemo } from "react";
import { mailLinkSeo } from "../../../../shared/site/mail-link-seo.ts";
import { paths } from "../../paths.ts";
import { useLocation } from "../../router/hooks.ts";
import { codesInHash } from "../../tickets/codes-in-hash.ts";
import { ButtonLink } from "../../ui/button.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { usePageMeta } from "../../ui/page-meta.ts";
import { PageTitle } from "../../ui/page-title.tsx";
import { Tickets } from "./tickets.tsx";
import { useNoReferrer } from "../../ui/use-no-referrer.ts";
import { TeamEmail } from "../../ui/team-email.tsx";

/** The tickets whose codes are in the URL's fragment. */
export default function TicketPage() {
  usePageMeta({ ...mailLinkSeo["/ticket"], path: paths.ticket });
  useNoReferrer();
  const { hash } = useLocation();
  const codes = useMemo(() => codesInHash(hash), [hash]);
  return (
    <div className="container page">
      {codes.length > 0 ? (
        <Tickets key={hash} codes={codes} />
      ) : (
        <>
          <PageTitle>Your tickets</PageTitle>
          <EmptyState
            icon="ticket"
            title="This address has no ticket"
            actions={<ButtonLink to={paths.findOrder}>Find My Order</ButtonLink>}
          >
            <p>
              Open the whole link from the email with your tickets. If you ordered them, the page of your
              order shows them too. If that does not help, write to <TeamEmail /> with your order number.
            </p>
          </EmptyState>
        </>
      )}
    </div>
  );
}

import { formatDateTime } from "../../../../../shared/dates.ts";
import type { Order, Undeliverable } from "../../../../../shared/order.ts";
import { Badge } from "../../../ui/badge.tsx";
import { DetailsSection, Fact, Facts } from "./facts.tsx";

const UNDELIVERABLE_TEXT = {
  bounce: "It came back",
  complaint: "The customer called it spam",
} as const satisfies Record<Undeliverable["reason"], string>;

/** The customer's contact data, address and consent to marketing mails. */
export function CustomerInformation({ order }: { order: Order }) {
  const { billingInfo: billing, marketingConsent, undeliverable } = order;
  return (
    <DetailsSection heading="Customer Information">
      {billing ? (
        <Facts>
          <Fact name="Name">
            {billing.firstName} {billing.lastName}
          </Fact>
          <Fact name="E-mail">
            <a href={`mailto:${billing.email}`}>{billing.email}</a>
          </Fact>
          {undeliverable && (
            <Fact name="Mail">
              <Badge tone="danger" icon="alert">
                Not deliverable
              </Badge>{" "}
              {UNDELIVERABLE_TEXT[undeliverable.reason]} on {formatDateTime(undeliverable.since)}; nothing
              more is sent.
            </Fact>
          )}
          <Fact name="Phone">
            <a href={`tel:${billing.phoneNumber}`}>{billing.phoneNumber}</a>
          </Fact>
          <Fact name="Company">{billing.company}</Fact>
          <Fact name="Address">{billing.address}</Fact>
          <Fact name="City">{billing.city}</Fact>
          <Fact name="State">{billing.state}</Fact>
          <Fact name="ZIP">{billing.zipCode}</Fact>
          <Fact name="Country">{billing.country}</Fact>
          <Fact name="News by e-mail">{marketingConsent ? "Yes" : "No"}</Fact>
        </Facts>
      ) : (
        <p>No billing information available</p>
      )}
    </DetailsSection>
  );
}

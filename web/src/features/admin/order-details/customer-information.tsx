import { countryName } from "../../../../../shared/country-codes.ts";
import { ERASED_CUSTOMER } from "../../../../../shared/order-summary.ts";
import { formatShopTime } from "../../../../../shared/zoned-time.ts";
import type { Order, Undeliverable } from "../../../../../shared/order.ts";
import { Badge } from "../../../ui/badge.tsx";
import { EmailText } from "../email-text.tsx";
import { DetailsSection, DescriptionItem, DescriptionList } from "./details-section.tsx";

const UNDELIVERABLE_TEXT = {
  bounce: "It came back",
  complaint: "The customer called it spam",
} as const satisfies Record<Undeliverable["reason"], string>;

/**
 * Shown if the order has no billing address. Says whether the customer's data was erased: then only the state and the country are
 * left, which are kept because of the tax.
 */
function MissingCustomer({ erased }: Pick<Order, "erased">) {
  if (!erased) return <p>No billing information available</p>;
  return (
    <DescriptionList>
      <DescriptionItem name="Personal data">
        {ERASED_CUSTOMER} on {formatShopTime(erased.at)}. Emails cannot be sent.
      </DescriptionItem>
      <DescriptionItem name="State">{erased.state}</DescriptionItem>
      <DescriptionItem name="Country">{countryName(erased.country)}</DescriptionItem>
    </DescriptionList>
  );
}

const newsletterText = ({ marketingConsent, consentWaits }: Order): string => {
  if (consentWaits) return "Waiting for confirmation";
  return marketingConsent ? "Yes" : "No";
};

export function CustomerInformation({ order }: { order: Order }) {
  const { billingInfo: billing, undeliverable } = order;
  return (
    <DetailsSection heading="Customer Information">
      {billing ? (
        <DescriptionList>
          <DescriptionItem name="Name">
            {billing.firstName} {billing.lastName}
          </DescriptionItem>
          <DescriptionItem name="Email">
            <a href={`mailto:${billing.email}`}>
              <EmailText email={billing.email} />
            </a>
          </DescriptionItem>
          {undeliverable && (
            <DescriptionItem name="Mail">
              <Badge tone="danger" icon="alert">
                Not deliverable
              </Badge>{" "}
              {UNDELIVERABLE_TEXT[undeliverable.reason]} on {formatShopTime(undeliverable.since)}; nothing
              more is sent.
            </DescriptionItem>
          )}
          <DescriptionItem name="Phone">
            <a href={`tel:${billing.phoneNumber}`}>{billing.phoneNumber}</a>
          </DescriptionItem>
          <DescriptionItem name="Company">{billing.company}</DescriptionItem>
          <DescriptionItem name="Address">{billing.address}</DescriptionItem>
          <DescriptionItem name="City">{billing.city}</DescriptionItem>
          <DescriptionItem name="State">{billing.state}</DescriptionItem>
          <DescriptionItem name="ZIP">{billing.zipCode}</DescriptionItem>
          <DescriptionItem name="Country">{countryName(billing.country)}</DescriptionItem>
          <DescriptionItem name="News by email">{newsletterText(order)}</DescriptionItem>
        </DescriptionList>
      ) : (
        <MissingCustomer erased={order.erased} />
      )}
    </DetailsSection>
  );
}

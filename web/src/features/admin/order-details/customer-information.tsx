import { formatDateTime } from "../../../../../shared/dates.ts";
import type { Order, Undeliverable } from "../../../../../shared/order.ts";
import { Badge } from "../../../ui/badge.tsx";
import { Block, Fact, Facts } from "./facts.tsx";

const UNDELIVERABLE_TEXT = {
  bounce: "It came back",
  complaint: "The customer called it spam",
} as const satisfies Record<Undeliverable["reason"], string>;

/** The customer's contact, address and consent. */
export function CustomerInformation({ order }: { order: Order }) {
  const { billingInfo: bill, marketingConsent, undeliverable } = order;
  return (
    <Block heading="Customer Information">
      {bill ? (
        <Facts>
          <Fact name="Name">
            {bill.firstName} {bill.lastName}
          </Fact>
          <Fact name="E-mail">
            <a href={`mailto:${bill.email}`}>{bill.email}</a>
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
            <a href={`tel:${bill.phoneNumber}`}>{bill.phoneNumber}</a>
          </Fact>
          <Fact name="Company">{bill.company}</Fact>
          <Fact name="Address">{bill.address}</Fact>
          <Fact name="City">{bill.city}</Fact>
          <Fact name="State">{bill.state}</Fact>
          <Fact name="ZIP">{bill.zipCode}</Fact>
          <Fact name="Country">{bill.country}</Fact>
          <Fact name="News by e-mail">{marketingConsent ? "Agreed" : "Not agreed"}</Fact>
        </Facts>
      ) : (
        <p>No billing information available</p>
      )}
    </Block>
  );
}

import type Stripe from "stripe";
import { brand } from "../../../shared/site/brand.ts";
import { documentOf } from "../console/layout.ts";
import { html, type Html } from "../util/html.ts";
import type { SessionRecord } from "./state.ts";

/** The frame of every payment page. */
export const shell = (title: string, main: Html): Html =>
  documentOf(
    title,
    html`<main class="pay">
      <p class="badge warn">Test mode</p>
      <h1>${brand.name}</h1>
      <div class="panel">${main}</div>
      <p>
        <small>Simulated payment page of the local stack. No card is asked for and none is charged.</small>
      </p>
    </main>`,
  );

/** The payment's page: buttons while the session is open, then a link back to the shop. */
export function sessionView(
  record: SessionRecord,
  intent: Stripe.PaymentIntent | undefined,
  urls: { success: string; cancel: string | null },
): Html {
  const { status, payment_status } = record.session;
  if (status === "open")
    return shell("Payment", html`${summary(record)}${openPart(intent, urls.cancel !== null)}`);
  const end = (title: string, words: string, look: string, url: string | null, label: string) =>
    shell(
      title,
      html`<p class="notice ${look}" role="status">${words}</p>
        ${summary(record)}
        ${url === null ? null : html`<p class="row"><a class="button primary" href="${url}">${label}</a></p>`}`,
    );
  if (status === "expired") {
    const words = "This payment session has expired. Nothing was charged.";
    return end("Expired", words, "warn", urls.cancel, "Back to the shop");
  }
  const words =
    payment_status === "paid"
      ? "This payment is complete. It cannot be paid twice."
      : "This payment is on its way. It will be confirmed later.";
  return end("Complete", words, "ok", urls.success, "Continue to the shop");
}

function openPart(intent: Stripe.PaymentIntent | undefined, canGoBack: boolean): Html {
  const button = (action: string, label: string, look = "secondary") =>
    html`<button class="button ${look}" name="action" value="${action}">${label}</button>`;
  const decline = intent?.last_payment_error?.message;
  const notice =
    decline === undefined
      ? null
      : html`<p class="notice danger" role="alert">${decline} Try again, or use another card.</p>`;
  return html`${notice}
    <form class="row" method="post">
      ${button("pay", "Pay", "primary")} ${button("decline", "Decline card")}
      ${button("pay-later", "Pay later")} ${canGoBack ? button("back", "Back to the shop", "ghost") : null}
    </form>`;
}

function summary({ session, lineItems }: SessionRecord): Html {
  const money = (cents: number | null) =>
    new Intl.NumberFormat(brand.locale, { style: "currency", currency: session.currency ?? "usd" }).format(
      (cents ?? 0) / 100,
    );
  const row = (label: Html | string, cents: number | null) =>
    html`<tr>
      <th scope="row">${label}</th>
      <td>${money(cents)}</td>
    </tr>`;
  const shipping = session.shipping_cost;
  return html`<table>
    <caption>
      Your order
    </caption>
    <tbody>
      ${lineItems.map((line) =>
        row(
          html`${line.description}
          ${(line.quantity ?? 1) > 1 ? html`<small>× ${line.quantity}</small>` : null}`,
          line.amount_total,
        ),
      )}
      ${shipping === null ? null : row("Shipping", shipping.amount_total)}
      ${row("Total", session.amount_total)}
    </tbody>
  </table>`;
}

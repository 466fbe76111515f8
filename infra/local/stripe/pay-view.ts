import type Stripe from "stripe";
import { brand } from "../../../shared/site/brand.ts";
import { documentOf } from "../console/layout.ts";
import { html, type Html } from "../../../shared/html.ts";
import { formatDollars } from "./errors.ts";
import { excludesDelayedPayment } from "./session.ts";
import type { SessionRecord } from "./state.ts";

/** The document of every payment page. */
export const frame = (title: string, main: Html): Html =>
  documentOf(
    title,
    html`<main class="container page pay">
      <p class="badge warn">Test mode</p>
      <h1>${brand.name}</h1>
      <div class="card">${main}</div>
      <p class="hint">Simulated payment page of the local stack. No card is asked for and none is charged.</p>
    </main>`,
  );

/** The payment page: buttons while the session is open, later a link back to the shop. */
export function sessionPage(
  record: SessionRecord,
  intent: Stripe.PaymentIntent | undefined,
  urls: { success: string; cancel: string | null },
): Html {
  const { status, payment_status } = record.session;
  if (status === "open")
    return frame("Payment", html`${orderSummary(record)}${payForm(record, intent, urls.cancel !== null)}`);
  const endPage = (title: string, message: string, tone: string, url: string | null, label: string) =>
    frame(
      title,
      html`<p class="notice ${tone}" role="status">${message}</p>
        ${orderSummary(record)}
        ${url === null ? null : html`<p class="row"><a class="button primary" href="${url}">${label}</a></p>`}`,
    );
  if (status === "expired") {
    const message = "This payment session has expired. Nothing was charged.";
    return endPage("Expired", message, "warn", urls.cancel, "Back to the shop");
  }
  const message =
    payment_status === "paid"
      ? "This payment is complete. It cannot be paid twice."
      : "This payment is on its way. It will be confirmed later.";
  return endPage("Complete", message, "ok", urls.success, "Continue to the shop");
}

function payForm({ session }: SessionRecord, intent?: Stripe.PaymentIntent, canGoBack = false): Html {
  const button = (action: string, label: string, buttonClass = "secondary") =>
    html`<button class="button ${buttonClass}" name="action" value="${action}">${label}</button>`;
  const declineMessage = intent?.last_payment_error?.message;
  const notice =
    declineMessage === undefined
      ? null
      : html`<p class="notice danger" role="alert">${declineMessage} Try again, or use another card.</p>`;
  return html`${notice}
    <form class="row" method="post">
      ${button("pay", "Pay", "primary")} ${button("decline", "Decline card")}
      ${excludesDelayedPayment(session) ? null : button("pay-later", "Pay later")}
      ${canGoBack ? button("back", "Back to the shop", "ghost") : null}
    </form>`;
}

function orderSummary({ session, lineItems }: SessionRecord): Html {
  const row = (label: Html | string, cents: number | null) =>
    html`<tr>
      <th scope="row">${label}</th>
      <td>${formatDollars(cents ?? 0)}</td>
    </tr>`;
  const discount = session.total_details?.amount_discount ?? 0;
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
      ${discount > 0 ? row("Discount", -discount) : null} ${row("Total", session.amount_total)}
    </tbody>
  </table>`;
}

import type Stripe from "stripe";
import { brand } from "../../../shared/site/brand.ts";
import { html, type Html } from "../util/html.ts";
import type { SessionRecord } from "./state.ts";

/** The frame of every payment page. */
export function shell(title: string, main: Html): Html {
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <meta name="color-scheme" content="dark" />
        <title>${title} | ${brand.name}</title>
        <link rel="stylesheet" href="pay.css" />
        <link rel="icon" href="data:," />
      </head>
      <body>
        <main>
          <p class="badge">Test mode</p>
          <h1>${brand.name}</h1>
          ${main}
        </main>
        <footer>Simulated payment page of the local stack. No card is asked for and none is charged.</footer>
      </body>
    </html>`;
}

/** The payment's page: buttons while the session is open, then a link back to the shop. */
export function sessionView(
  record: SessionRecord,
  intent: Stripe.PaymentIntent | undefined,
  urls: { success: string; cancel: string | null },
): Html {
  const { session } = record;
  if (session.status === "open")
    return shell("Payment", html`${summary(record)}${openPart(intent, urls.cancel !== null)}`);
  if (session.status === "expired") {
    const back =
      urls.cancel === null ? null : html`<a class="button quiet" href="${urls.cancel}">Back to the shop</a>`;
    const notice = html`<p class="notice" role="status">
      This payment session has expired. Nothing was charged.
    </p>`;
    return shell(
      "Expired",
      html`${notice}${summary(record)}
        <div class="actions">${back}</div>`,
    );
  }
  const done =
    session.payment_status === "paid"
      ? "This payment is complete. It cannot be paid twice."
      : "This payment is on its way. It will be confirmed later.";
  return shell(
    "Complete",
    html`<p class="notice good" role="status">${done}</p>
      ${summary(record)}
      <div class="actions"><a class="button" href="${urls.success}">Continue to the shop</a></div>`,
  );
}

function openPart(intent: Stripe.PaymentIntent | undefined, canGoBack: boolean): Html {
  const button = (action: string, label: string, look = "") =>
    html`<button class="button ${look}" type="submit" name="action" value="${action}">${label}</button>`;
  const decline = intent?.last_payment_error?.message;
  return html`${
      decline === undefined
        ? null
        : html`<p class="notice bad" role="alert">${decline} Try again, or use another card.</p>`
    }
    <form class="actions" method="post">
      ${button("pay", "Pay")}
      <div class="pair">
        ${button("decline", "Decline card", "quiet")}${button("pay-later", "Pay later", "quiet")}
      </div>
      ${canGoBack ? button("back", "Back to the shop", "plain") : null}
    </form>`;
}

function summary({ session, lineItems }: SessionRecord): Html {
  const money = (cents: number | null) =>
    new Intl.NumberFormat(brand.locale, { style: "currency", currency: session.currency ?? "usd" }).format(
      (cents ?? 0) / 100,
    );
  const row = (label: Html | string, cents: number | null, look = "") =>
    html`<tr class="${look}">
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
            <span class="quantity">${(line.quantity ?? 1) > 1 ? `× ${line.quantity}` : ""}</span>`,
          line.amount_total,
        ),
      )}
      ${shipping === null ? null : row("Shipping", shipping.amount_total)}
      ${row("Total", session.amount_total, "total")}
    </tbody>
  </table>`;
}

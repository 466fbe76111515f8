import { html } from "../html.ts";
import { fullWidthTable, qrImage, type Block } from "./blocks.ts";
import { styleAttributes } from "./theme.ts";

/** The QR code that the customer shows to pick up an order. */
export function pickUpBlock(orderId: string, code: string): Block {
  const qrCode = { contentId: orderId, text: code };
  return {
    html: html`<table ${fullWidthTable} style="border-collapse:separate">
      <tr>
        <td ${styleAttributes("sunk", "sans", "padding:20px;border-radius:8px")}>
          <p
            ${styleAttributes("ink", "sans", "margin:0 0 12px;font-size:16px;line-height:1.5;font-weight:600")}
          >
            When you pick up your order, show this QR code or name the order number.
          </p>
          ${qrImage(qrCode, "QR code of this order")}
        </td>
      </tr>
    </table>`,
    text: "When you pick up your order, name the order number.",
    qrCode,
  };
}

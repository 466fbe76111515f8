import { html } from "../html.ts";
import { fullWidthTable, qrImage, type Block } from "./blocks.ts";
import { styleAttributes } from "./theme.ts";

const TEXT = "Show this QR code when you pick up your order, or name the order number.";

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
            ${TEXT}
          </p>
          ${qrImage(qrCode, "QR code of this order")}
        </td>
      </tr>
    </table>`,
    text: TEXT,
    qrCode,
  };
}

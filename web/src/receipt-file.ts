import type { Receipt } from "../../shared/receipt-data.ts";
import { receiptDocument } from "../../shared/receipt-html.ts";
import { brand } from "../../shared/site/brand.ts";

/** After this time the download has certainly started, and the URL of the file can be revoked. */
const REVOKE_DELAY_MS = 60_000;

export const receiptFileName = (orderNumber: string): string =>
  `${brand.receiptPrefix}-Receipt-${orderNumber}.html`;

/** Downloads the receipt as an HTML file. */
export function saveReceipt(receipt: Receipt): void {
  const url = URL.createObjectURL(new Blob([receiptDocument(receipt)], { type: "text/html;charset=utf-8" }));
  const link = document.createElement("a");
  link.href = url;
  link.download = receiptFileName(receipt.orderNumber);
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), REVOKE_DELAY_MS);
}

/** Prints the receipt from a new window or, if popups are blocked, the current page with its print styles. */
export function printReceipt(receipt: Receipt): void {
  const html = receiptDocument(receipt);
  const printWindow = window.open("", "_blank", "popup,width=720,height=900");
  if (!printWindow) return window.print();
  const { document } = printWindow;
  document.open();
  document.write(html);
  document.close();
  printWindow.addEventListener("afterprint", () => printWindow.close());
  printWindow.focus();
  printWindow.print();
}

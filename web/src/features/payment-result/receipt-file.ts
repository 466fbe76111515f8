import type { Receipt } from "../../../../shared/order.ts";
import { receiptDocument } from "../../../../shared/receipt-html.ts";
import { brand } from "../../../../shared/site/brand.ts";

/** ms; until then the download has begun. */
const KEEP_FILE = 60_000;

export const receiptFileName = (orderId: string): string => `${brand.receiptPrefix}-Receipt-${orderId}.html`;

/** Downloads the receipt as a file that opens anywhere. */
export function saveReceipt(receipt: Receipt): void {
  const url = URL.createObjectURL(new Blob([receiptDocument(receipt)], { type: "text/html;charset=utf-8" }));
  const link = document.createElement("a");
  link.href = url;
  link.download = receiptFileName(receipt.orderNumber);
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), KEEP_FILE);
}

/** Prints the receipt from a window of its own; where windows are blocked, this page prints itself as a receipt. */
export function printReceipt(receipt: Receipt): void {
  const text = receiptDocument(receipt);
  const opened = window.open("", "_blank", "popup,width=720,height=900");
  if (!opened) return window.print();
  const { document } = opened;
  document.open();
  document.write(text);
  document.close();
  opened.addEventListener("afterprint", () => opened.close());
  opened.focus();
  opened.print();
}

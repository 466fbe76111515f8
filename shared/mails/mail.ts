/**
 * A QR code with `text`, which the mail's HTML shows as `cid:<contentId>`. The function that sends the mail draws the
 * picture.
 */
export type MailQrCode = { contentId: string; text: string };

/** A mail's subject, and its content as HTML and as text. */
export type MailContent = { subject: string; html: string; text: string; qrCodes?: readonly MailQrCode[] };

/** The kinds of mails. Each mail has its kind as a tag in SES. */
export type MailKind =
  | "receipt"
  | "team-notice"
  | "order-completed"
  | "order-ready"
  | "order-cancelled"
  | "order-refunded"
  | "order-refund-failed"
  | "order-payment-failed"
  | "order-unfulfilled"
  | "order-paid-twice"
  | "order-link"
  | "customer-request"
  | "request-received"
  | "request-answer"
  | "tickets"
  | "ticket-moved"
  | "ticket-void"
  | "stock-request"
  // To an address that asks again for the same product.
  | "stock-request-known"
  | "back-in-stock"
  | "news-confirm"
  | "contact"
  | "auto-reply";

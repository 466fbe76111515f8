/** A mail's subject, and its content as HTML and as text. */
export type MailContent = { subject: string; html: string; text: string };

export type MailKind =
  | "receipt"
  | "team-notice"
  | "order-completed"
  | "order-ready"
  | "order-cancelled"
  | "order-refunded"
  | "order-refund-failed"
  | "order-unfulfilled"
  | "order-paid-twice"
  | "contact"
  | "auto-reply";

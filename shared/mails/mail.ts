/** What a mail says: an HTML part and the same as text. */
export type MailContent = { subject: string; html: string; text: string };

export type MailKind =
  | "receipt"
  | "team-notice"
  | "order-completed"
  | "order-cancelled"
  | "order-refunded"
  | "order-refund-failed"
  | "order-unfulfilled"
  | "order-paid-twice"
  | "contact"
  | "auto-reply";

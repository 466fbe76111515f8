import { responseTime } from "./site/response-time.ts";

export const responsePromise = `Our team will respond within ${responseTime}.`;

/** The messages of the contact form. */
export const contactMessages = {
  sent: `Thank you! Your message has been sent. ${responsePromise} Please check your email for a confirmation.`,
  sentUnconfirmed: `Thank you! Your message has been sent. ${responsePromise} Note: the confirmation email may not have been delivered.`,
  failed: (email: string) =>
    `Failed to send message. Please try again later or contact us directly at ${email}.`,
  invalid: "There was a validation error. Please check your email address and try again.",
  unavailable: "Service temporarily unavailable. Please try again in a few minutes or contact us directly.",
} as const;

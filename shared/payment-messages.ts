/** The messages of the pages after a payment, and the API's messages that these pages handle. */
export const paymentMessages = {
  noSessionId: "No session ID found in URL",
  verifyFailed: "Failed to verify payment",
  verifyError: "An error occurred while verifying your payment",
  paymentVerified: "Payment verified successfully!",
  orderDetailsUnreadable: "Error loading order details",
  /** For printing and saving. */
  receiptContentMissing: "Receipt content is not available",
  /** For a mail with the receipt. */
  receiptDetailsMissing: "Receipt details are not available.",
  receiptAlreadySent: "Receipt email has already been sent.",
  receiptSent: "Receipt email sent successfully!",
  receiptFailed: "Failed to send receipt email.",
} as const;

/** The label of the checkout's checkbox with which customers agree to the newsletter. */
export const newsConsentLabel = "Email me about new merchandise and live tapings";

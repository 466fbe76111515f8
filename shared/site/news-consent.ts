/** The label of the checkout's checkbox with which customers agree to the newsletter; undefined: the checkout does not ask. */
export const newsConsentLabel: string | undefined = "Email me about new merchandise and live tapings";

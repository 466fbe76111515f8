/**
 * Everything that the site keeps in a browser, by the name it is kept under. The privacy page has a line for each
 * (shared/site/legal.ts), and the type check asks for it.
 */
export const browserStorage = {
  /** localStorage */
  cart: "vipersCart",
  finishedOrders: "vipersFinishedOrders",
  embeds: "vipersEmbeds",
  muted: "vipersMuted",
  /** sessionStorage: gone with the tab */
  checkoutDraft: "vipersCheckoutDraft",
  checkoutAttempt: "vipersCheckoutAttempt",
  /** Cookie that a checkout sets: HttpOnly, a signed random id, 30 days */
  visitor: "visitor",
} as const;

/** localStorage, written by Amplify when staff sign in: the beginning of its keys. No public page loads this. */
export const staffStorage = { signIn: "CognitoIdentityServiceProvider" } as const;

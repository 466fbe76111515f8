/** What the site stores in the browsers of admins and of the team at a door. Public pages do not load this file. */
export const adminStorage = {
  /** localStorage: the prefix of Amplify's keys */
  signIn: "CognitoIdentityServiceProvider",
  // The following are keys of localStorage.
  signInTimes: "vipersSignInTimes",
  productView: "vipersProductView",
  orderViews: "vipersOrderViews",
  lastTab: "vipersAdminTab",
  doorDevice: "vipersDoorDevice",
  /** The name of a database in IndexedDB. */
  doorList: "vipersDoorList",
} as const;

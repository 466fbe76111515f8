/** What the site stores in an admin's browser. In a file of its own, so that public pages do not load it. */
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

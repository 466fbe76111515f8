import { storagePrefix } from "./site/storage-prefix.ts";

/** What the site stores in the browsers of admins and of the team at a door. Public pages do not load this file. */
export const adminStorage = {
  /** localStorage: the prefix of Amplify's keys */
  signIn: "CognitoIdentityServiceProvider",
  // The following are keys of localStorage.
  signInTimes: `${storagePrefix}SignInTimes`,
  productView: `${storagePrefix}ProductView`,
  orderViews: `${storagePrefix}OrderViews`,
  lastTab: `${storagePrefix}AdminTab`,
  doorDevice: `${storagePrefix}DoorDevice`,
  /** The name of a database in IndexedDB. */
  doorList: `${storagePrefix}DoorList`,
} as const;

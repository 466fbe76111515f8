import { paths } from "../../../paths.ts";

/** The URL of the list of events. */
export const eventListUrl = `${paths.adminDashboard}?tab=tickets`;
/** The URL of an event with its tickets. */
export const eventUrl = (productId: string): string =>
  `${eventListUrl}&event=${encodeURIComponent(productId)}`;

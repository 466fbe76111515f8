import { paths } from "../../../paths.ts";

/** The URL of the list of events. */
export const eventsUrl = `${paths.adminDashboard}?tab=tickets`;
/** The URL of an event with its tickets. */
export const eventUrl = (productId: string): string => `${eventsUrl}&event=${encodeURIComponent(productId)}`;

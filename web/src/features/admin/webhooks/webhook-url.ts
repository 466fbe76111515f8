import { paths } from "../../../paths.ts";

/** The URL of the list of endpoints. */
export const webhookListUrl = `${paths.adminDashboard}?tab=webhooks`;
/** The URL of an endpoint with its deliveries. */
export const webhookUrl = (id: string): string => `${webhookListUrl}&endpoint=${encodeURIComponent(id)}`;

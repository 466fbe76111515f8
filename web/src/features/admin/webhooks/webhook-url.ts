import { paths } from "../../../paths.ts";

export const webhookListUrl = `${paths.adminDashboard}?tab=webhooks`;
/** The URL of the page that shows an endpoint and its deliveries; not the endpoint's own URL. */
export const webhookDetailsUrl = (id: string): string =>
  `${webhookListUrl}&endpoint=${encodeURIComponent(id)}`;

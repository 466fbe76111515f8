import { paths } from "../../../paths.ts";

/** The URL of the list of orders with the dialog of an order. */
export const orderUrl = (orderId: string): string => `${paths.adminDashboard}?tab=orders&order=${orderId}`;

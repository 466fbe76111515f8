import { paths } from "../../../paths.ts";

export const eventListUrl = `${paths.adminDashboard}?tab=tickets`;
export const eventUrl = (productId: string): string =>
  `${eventListUrl}&event=${encodeURIComponent(productId)}`;

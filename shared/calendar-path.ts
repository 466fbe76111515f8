import { pagesApi } from "./api-catalog.ts";
import { fillPath } from "./endpoint.ts";

/** The path of the calendar file of a ticket's event. */
export const calendarPath = (productId: string): string =>
  fillPath(pagesApi.calendar.path, { id: productId });

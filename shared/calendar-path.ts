import { fillPath } from "./endpoint.ts";

/** Not in api-catalog.ts, so that pages with a link need not load the endpoints. */
export const CALENDAR_PATH = "/api/products/{id}/calendar.ics";

/** The path of the calendar file of a ticket's event. */
export const calendarPath = (productId: string): string => fillPath(CALENDAR_PATH, { id: productId });

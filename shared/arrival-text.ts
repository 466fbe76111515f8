import type { Arrival } from "./order.ts";

const WEEKDAYS = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"];
const MONTHS = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];

function dayText(day: string): string {
  const date = new Date(`${day}T00:00:00Z`);
  return `${WEEKDAYS[date.getUTCDay()] ?? ""}, ${MONTHS[date.getUTCMonth()] ?? ""} ${date.getUTCDate()}`;
}

/** 'Tue, Dec 1 to Thu, Dec 3', or one day. */
export const arrivalText = ({ from, to }: Arrival): string =>
  from === to ? dayText(from) : `${dayText(from)} to ${dayText(to)}`;

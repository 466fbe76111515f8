import { brand } from "./brand.ts";
import { links } from "./links.ts";

/** The address and phone number of the studio. It is also the seller's address, and orders are picked up there. */
export const address = {
  name: "Bourbon Vipers studio",
  street: "1897 Rickhouse Row",
  city: "Louisville",
  state: "KY",
  zip: "40202",
  country: "United States",
  phone: "502-555-0197",
} as const satisfies Record<string, string>;

/** Who sells, on receipts: name, postal address, and how to reach the shop. */
export const sellerLines: readonly string[] = [
  brand.name,
  address.street,
  `${address.city}, ${address.state} ${address.zip}`,
  address.country,
  links.email.handle,
  address.phone,
];

const latitude = 38.2542;
const longitude = -85.7594;
/** The edges of the map: west, south, east and north. The map is about two miles wide. */
const box = [longitude - 0.018, latitude - 0.01, longitude + 0.018, latitude + 0.01]
  .map((degrees) => degrees.toFixed(4))
  .join("%2C");

/** OpenStreetMap's embed needs no key and sets no advertising cookie. */
export const map = {
  latitude,
  longitude,
  label: "Map of downtown Louisville, Kentucky",
  embedUrl: `https://www.openstreetmap.org/export/embed.html?bbox=${box}&layer=mapnik&marker=${latitude}%2C${longitude}`,
  url: `https://www.openstreetmap.org/?mlat=${latitude}&mlon=${longitude}#map=15/${latitude}/${longitude}`,
  provider: "OpenStreetMap",
} as const;

/** When the studio is open, for sentences. */
export const openDays = "Monday to Friday";
export const openTime = "9am to 5pm";

/** Business hours, Louisville time. `weekdays`: the days of the row, as 'Mon'. Each day is in one row. */
export const hours = [
  {
    days: openDays.replace("to", "-"),
    weekdays: ["Mon", "Tue", "Wed", "Thu", "Fri"],
    time: openTime.replace("to", "-"),
  },
  { days: "Saturday", weekdays: ["Sat"], time: "By appointment" },
  { days: "Sunday", weekdays: ["Sun"], time: "Closed" },
] as const satisfies readonly { days: string; weekdays: readonly string[]; time: string }[];

export const timeZone = "America/Kentucky/Louisville";

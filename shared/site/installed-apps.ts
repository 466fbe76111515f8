import { brand } from "./brand.ts";

/** The names and descriptions that a phone shows for the installed site and for the installed door, where tickets are scanned. */
export const installedApps = {
  site: {
    name: brand.name,
    /** The name below the icon, at most 12 characters. */
    shortName: "Vipers",
    description: `${brand.tagline}: the podcast and its shop.`,
  },
  door: {
    name: `${brand.name} Door`,
    shortName: "Door",
    description: "Scans the tickets of an event, also without a network.",
  },
} as const;

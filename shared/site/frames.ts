import { map } from "./address-and-hours.ts";
import { articles } from "./articles.ts";
import { links } from "./links.ts";

/** The only origins that pages may show in a frame, and only after the visitor agrees. */
export const frameOrigins: readonly string[] = [
  ...new Set(
    [links.spotify.embedUrl, map.embedUrl, ...articles.flatMap((article) => article.frameUrl ?? [])].map(
      (address) => new URL(address).origin,
    ),
  ),
];

import { links } from "../../../shared/site/links.ts";
import type { IconName } from "./icon-paths.ts";

/** The mark of each place where the show is, by its label. */
export const socialIcons = {
  [links.youtube.label]: "youtube",
  [links.instagram.label]: "instagram",
  [links.spotify.label]: "spotify",
} as const satisfies Record<string, IconName>;

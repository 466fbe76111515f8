import { links, type SocialLink } from "../../../shared/site/links.ts";
import type { IconName } from "./icon.tsx";

export const socialIcons = {
  [links.youtube.label]: "youtube",
  [links.instagram.label]: "instagram",
  [links.spotify.label]: "spotify",
} as const satisfies Record<SocialLink["label"], IconName>;

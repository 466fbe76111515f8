import { brand } from "./brand.ts";

/** The words of the podcast page. */
export const podcast = {
  heading: "The Podcast",
  lead: "A new episode every other Thursday: a pour, a breach, and what to do on Friday morning. No sponsors in the glass, no vendors in the chair.",
  player: { heading: "Listen on Spotify", title: `${brand.name} on Spotify` },
  youtube: {
    heading: "Watch on YouTube",
    lead: "Full episodes with the bottle in view, and short cuts of the parts people argue about.",
  },
  support: {
    heading: "Support the Show",
    lead: "We take no advertising. Merchandise, tickets and word of mouth pay for the microphones.",
    club: {
      heading: "Join The Whiskey Club",
      lead: "Live tapings come with a guided pour. A ticket makes you a member for the night.",
    },
    shop: { heading: "Shop Merchandise", lead: "Shirts, polos, sweatpants and flasks, drawn by us." },
    share: {
      heading: "Share",
      lead: "Send it to the person who still reuses a password.",
      text: `${brand.name}: ${brand.tagline}`,
    },
  },
} as const;

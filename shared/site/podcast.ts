import { brand } from "./brand.ts";

/** The texts of the podcast page. */
export const podcast = {
  eyebrow: "tail -f ./episodes",
  heading: "The Podcast",
  lead: "A new episode every other Thursday: a pour, a breach, and what to do on Friday morning. No sponsors in the glass, no vendors in the chair.",
  /** The text on the drawn cover. */
  cover: "Every other Thursday",
  /** Only in a stage with the podcast's feed. */
  episodes: {
    heading: "Episodes",
    lead: "Play one and keep browsing: it goes on while you shop.",
    failed: "The episodes could not be loaded. Check your connection.",
    none: "The first episode is on its way.",
    search: "Search episodes",
    notFound: "No episode has these words in its title or summary.",
    showAll: "Show All Episodes",
  },
  /** The line above the heading of the page for an episode that does not exist. */
  missingEpisode: "> exit 404",
  player: { heading: "Listen on Spotify", title: `${brand.name} on Spotify` },
  films: {
    heading: "Watch on YouTube",
    lead: "Full episodes with the bottle in view, and short cuts of the parts people argue about.",
  },
  /** The parts of an episode, with their start times (hh:mm). */
  episode: {
    heading: "One hour, four parts",
    /** How long an episode usually is (hh:mm), which is the end of the last part. Longer parts are drawn wider. */
    length: "01:00",
    lead: "Skip to the part you came for. We know which one it is.",
    parts: [
      {
        at: "00:00",
        heading: "The pour",
        text: "Nora opens a bottle and reads the label aloud, law and all.",
      },
      {
        at: "00:12",
        heading: "The breach",
        text: "Dev takes one real attack apart: how they got in, and who noticed.",
      },
      {
        at: "00:38",
        heading: "The boring fix",
        text: "The one setting, patch or habit that would have stopped it.",
      },
      {
        at: "00:50",
        heading: "Last call",
        text: "Your questions, and a verdict on what is left in the glass.",
      },
    ],
  },
  support: {
    heading: "Support the Show",
    lead: "We take no advertising. Merchandise, tickets and word of mouth pay for the microphones.",
    /** The last line of the two cards that lead to the store. */
    toStore: "cd /store",
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

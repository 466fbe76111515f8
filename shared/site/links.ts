/** The last part of the show's URL on Spotify. */
const spotifyShowId = "5vBp3kQz8NwR1yLhT6mXcA";

/** The show on other sites, each with an icon in web/src/ui/social-icons.ts, and the team's email address. */
export const links = {
  youtube: { label: "YouTube", handle: "@bourbonvipers", url: "https://www.youtube.com/@bourbonvipers" },
  instagram: {
    label: "Instagram",
    handle: "@bourbonvipers",
    url: "https://www.instagram.com/bourbonvipers/",
  },
  spotify: {
    label: "Spotify",
    handle: "Bourbon Vipers",
    showId: spotifyShowId,
    url: `https://open.spotify.com/show/${spotifyShowId}`,
    embedUrl: `https://open.spotify.com/embed/show/${spotifyShowId}?theme=0`,
  },
  email: {
    label: "Email",
    handle: "host@bourbonvipers.example",
    url: "mailto:host@bourbonvipers.example",
  },
} as const satisfies Record<string, { label: string; handle: string; url: string } & Record<string, string>>;

/** One of `links`, but not the email address. */
export type SocialLink = (typeof links)[Exclude<keyof typeof links, "email">];

/** The buttons at the top of the podcast page, the most important one first. */
export const listenLinks: readonly SocialLink[] = [links.spotify, links.youtube];

/**
 * The player that the podcast page embeds after a click; undefined: no player. `reportsReady`: the frame posts a message when it
 * has loaded.
 */
export const embeddedPlayer:
  | { label: SocialLink["label"]; url: string; embedUrl: string; reportsReady: boolean }
  | undefined = { ...links.spotify, reportsReady: true };

/** The channel with films of the show that the podcast page presents; undefined: none. */
export const filmChannel: SocialLink | undefined = links.youtube;

/** The social links in the footer and on the contact page, in this sequence. */
export const socialLinks: readonly SocialLink[] = [links.youtube, links.instagram, links.spotify];

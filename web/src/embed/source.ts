/** A page of another company that is shown in a frame. */
export type EmbedSource = {
  /** The company's name. */
  provider: string;
  /** The kind of content, for the button's label. */
  kind: "player" | "video" | "map";
  src: string;
  /** The frame's accessible name. */
  title: string;
  /** The same content on the company's own site. */
  link: { label: string; url: string };
  /** px; without it the frame fills its container. */
  height?: number;
  /**
   * Whether the frame sends a message when it has loaded, as Spotify's player does. If no message comes, something
   * may block the frame.
   */
  reportsReady?: boolean;
};

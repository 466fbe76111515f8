/** Something of another company's that a page can show in a frame. */
export type EmbedSource = {
  /** The company, as people know it. */
  provider: string;
  /** 'player', 'video', 'map': what the button says it loads. */
  kind: string;
  src: string;
  /** Of the frame. */
  title: string;
  /** The same on the company's own site. */
  link: { label: string; url: string };
  /** px; without it the frame is as high as its place. */
  height?: number;
  /** It sends the page a message when it is there (Spotify's player does): silence is then worth a word. */
  answers?: boolean;
};

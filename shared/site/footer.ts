/** The caption of the footer's bottle, which pours a glass. */
export const pourCaption = "Pour a bourbon";
/** The name of the button that mutes the sound of the pour. */
export const muteLabel = "Mute the pour";

/** The headings of the footer's two lists of links. Screen readers have other names for the lists. */
export const footerHeadings = { pages: "ls ./pages", social: "whereis show" } as const;

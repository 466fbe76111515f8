/** The caption of the footer's bottle, which pours a glass. */
export const pourCaption = "Pour a bourbon";

/** The headings of the footer's two lists of links. Screen readers have other names for the lists. */
export const footerHeadings = { pages: "ls ./pages", social: "whereis show" } as const;

/** The caption of the footer's bottle, which pours a glass. */
export const pourCaption = "Pour a bourbon";

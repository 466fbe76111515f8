/** The path of the page with these tickets. The codes are in the fragment, which no server gets, so that they are in no log. */
export const ticketPath = (codes: readonly string[]): string => `/ticket#${codes.join(",")}`;

/**
 * The path of the page with these tickets. The codes are in the fragment, which browsers do not send to
 * servers, so no log has the codes.
 */
export const ticketPath = (codes: readonly string[]): string => `/ticket#${codes.join(",")}`;

/**
 * The path of the page with these tickets. The codes are in the fragment, because browsers do not send it to servers
 * and their logs.
 */
export const ticketPath = (codes: readonly string[]): string => `/ticket#${codes.join(",")}`;

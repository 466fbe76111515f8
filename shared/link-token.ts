/** The token of a link in a mail, 16 random bytes in base64url, as a part of a regular expression. */
export const LINK_TOKEN_PATTERN = String.raw`[\w-]{22}`;
const LINK_TOKEN = new RegExp(`^${LINK_TOKEN_PATTERN}$`);

/** Whether the text can be the whole token of a link; a link that was cut off has a shorter one. */
export const isLinkToken = (text: string): boolean => LINK_TOKEN.test(text);

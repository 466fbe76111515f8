/** A code as it is stored: without spaces, in upper case. */
export const normalizeCode = (text: string): string => text.replaceAll(/\s/g, "").toUpperCase();

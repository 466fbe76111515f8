/** The line above the heading of the page for an unknown address. */
export const notFoundEyebrow = "> cd: no such file or directory";

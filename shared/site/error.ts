/** The line above the heading of the page for an error of the page itself. */
export const errorEyebrow = "> exit 1";

/** The line above the heading of the page that is shown when another page fails. */
export const errorEyebrow = "> exit 1";

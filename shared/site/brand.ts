/** Name and description of the podcast. Another podcast adapts the shop by editing this folder. */
export const brand = {
  name: "Bourbon Vipers",
  tagline: "Where Bourbon Meets Cybersecurity",
  description:
    "A podcast about bourbon and cybersecurity, poured neat. Listen to the show, read along, and wear it: shirts, polos, sweatpants, flasks and tickets to live tapings.",
  /** The first part of a saved receipt's file name: `<prefix>-Receipt-<order number>.html`. */
  receiptPrefix: "BourbonVipers",
  /** The footer's 'Powered By' link. */
  credit: { label: "AWS Cloud Development Kit", url: "https://aws.amazon.com/cdk/" },
  locale: "en-US",
  /** The color of the browser's address bar and splash screen. */
  themeColor: "#0E0A08",
} as const satisfies {
  name: string;
  tagline: string;
  description: string;
  receiptPrefix: string;
  credit: { label: string; url: string };
  locale: string;
  themeColor: `#${string}`;
};

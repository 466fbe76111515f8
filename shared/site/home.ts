/** The texts of the home page. */
export const home = {
  eyebrow: "podcast --pour neat",
  heading: "Where Bourbon Meets Cybersecurity",
  lead: "One bottle, one breach, one honest hour. We open something good, take a real attack apart, and leave you with the boring fix that would have stopped it.",
  /** The line below the buttons. */
  facts: ["Every other Thursday", "Two hosts, one bottle", "No ads in the glass"],
  /** The texts on the drawing of a barrel. A text with more letters than fit (17 at the top, 46 at the bottom) is drawn smaller. */
  barrel: { top: "BOURBON VIPERS", bottom: "SMALL BATCH · PORT 443 · 101 PROOF" },
  hosts: {
    heading: "About Our Hosts",
    /** The line above how a host drinks bourbon. */
    pour: (firstName: string) => `$ pour --for ${firstName.toLowerCase()}`,
    lead: "One of them can tell a char level by its smell. The other can tell a breach by its logs.",
  },
  featured: {
    heading: "Featured Merchandise",
    /** The heading of three products in an empty cart or search, and under the hero of the home page on a phone. */
    bestSellers: "Best sellers",
    /** The heading of up to three featured products in these places, while fewer than three best sellers are for sale. */
    highlights: "Featured right now",
    lead: "Printed in small batches, cut for people who sit at keyboards and stand at bars.",
  },
} as const;

import { sized, type SeedProduct } from "../seed-product.ts";

const pique = "Cotton piqué, 210 g/m² (6.2 oz), garment-washed";
const care = "Machine wash cold with like colors, hang dry, warm iron";

export const polos = [
  {
    name: "Floor Nine Polo",
    description:
      "The top floor of a rickhouse is the hottest, and its barrels are the boldest. A black piqué polo with the viper embroidered in amber thread, for the person who presents the findings.",
    price: 48,
    category: "polos",
    featured: false,
    details: [
      pique,
      "Regular fit with a side vent",
      "Embroidered mark, 1.5 in, will not crack or peel",
      "Three buttons of real corozo nut",
      care,
    ],
    variants: sized("Char", [7, 12, 14, 8, 4]),
    pictures: ["floor-nine-polo", "floor-nine-polo-detail"],
  },
  {
    name: "Hallway Track Polo",
    description:
      "The best talk at any conference is by the coffee. Cream piqué with a green-tipped collar and cuffs: smart enough for the speaker dinner, honest enough for the hallway.",
    price: 52,
    category: "polos",
    featured: true,
    details: [
      pique,
      "Knitted collar and cuffs with a double green tip",
      "Regular fit, straight hem",
      "Embroidered mark in forest green",
      care,
    ],
    variants: sized("Cream", [6, 11, 12, 7, 3]),
    pictures: ["hallway-track-polo", "hallway-track-polo-back"],
  },
  {
    name: "Cooper's Stripe Polo",
    description:
      "Stripes as wide as staves, dyed in two browns with a thin copper hoop between them. No logo on the outside: there is a viper under the collar and nobody has to know.",
    price: 54,
    category: "polos",
    featured: false,
    details: [
      "Yarn-dyed cotton jersey, 200 g/m² (5.9 oz)",
      "Relaxed fit",
      "Mark printed under the collar",
      care,
    ],
    variants: sized("Oak Stripe", [4, 8, 9, 5, 2]),
    pictures: ["coopers-stripe-polo", "coopers-stripe-polo-detail"],
  },
  {
    name: "Blue Team Polo",
    description:
      "For the ones who get no credit when it works. Slate blue, shield on the chest, sleeves long enough to cover the tan line of a smartwatch that never stops buzzing.",
    price: 48,
    category: "polos",
    featured: false,
    details: [pique, "Regular fit with a side vent", "Embroidered shield and glass, 1.5 in", care],
    variants: sized("Slate", [5, 9, 11, 6, 3]),
    pictures: ["blue-team-polo"],
  },
  {
    name: "Prompt Polo",
    description:
      "Forest green with a tiny amber prompt where other people wear an animal. Waiting for input since 2027, or until the second pour, whichever comes first.",
    price: 48,
    category: "polos",
    featured: false,
    details: [pique, "Slim fit: take one size up if between sizes", "Embroidered prompt, 1 in", care],
    variants: [...sized("Forest", [4, 8, 8, 4, 1]), ...sized("Copper", [2, 5, 5, 2, 0])],
    pictures: ["prompt-polo", "prompt-polo-copper"],
  },
] as const satisfies readonly SeedProduct[];

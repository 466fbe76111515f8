import { sized, type SeedProduct } from "../seed-product.ts";

const tee = "Midweight combed ringspun cotton, 180 g/m² (5.3 oz)";
const regular = "Regular fit: true to size, half an inch of room after the first wash";
const care = "Machine wash cold inside out, tumble dry low, do not iron the print";

export const shirts = [
  {
    name: "sudo pour Tee",
    description:
      "The command we all type at six on a Friday, screen-printed across the chest in cream with one live green cursor. Soft, midweight cotton that has been washed before you get it.",
    price: 32,
    category: "shirts",
    featured: true,
    details: [
      tee,
      regular,
      "Water-based print, two colors",
      "Shoulder-to-shoulder taping, no tag at the neck",
      care,
    ],
    variants: [...sized("Char", [14, 22, 20, 12, 6]), ...sized("Forest", [8, 12, 11, 4, 0])],
    pictures: ["sudo-pour-tee", "sudo-pour-tee-detail", "sudo-pour-tee-forest"],
  },
  {
    name: "Rickhouse After Dark Tee",
    description:
      "Nine floors of barrels and one window still lit. A large front print drawn like an old whiskey label, on a warm brown tee the color of a ten-year pour.",
    price: 34,
    category: "shirts",
    featured: true,
    details: [
      tee,
      regular,
      "Discharge print: you feel cotton, not ink",
      "Small viper at the back of the neck",
      care,
    ],
    variants: sized("Oak", [9, 16, 18, 11, 5]),
    pictures: [
      "rickhouse-after-dark-tee",
      "rickhouse-after-dark-tee-back",
      "rickhouse-after-dark-tee-detail",
    ],
  },
  {
    name: "Mash Bill Hex Dump Tee",
    description:
      "Eight rows of hex that decode to a real mash bill: corn, rye, malted barley, and nothing else. Bring a notebook, or a colleague who reads ASCII for fun.",
    price: 32,
    category: "shirts",
    featured: true,
    details: [
      tee,
      regular,
      "Every byte is correct; the answer is not on the shirt",
      "Water-based print, two colors",
      care,
    ],
    variants: sized("Cream", [7, 15, 17, 9, 4]),
    pictures: ["mash-bill-hex-dump-tee", "mash-bill-hex-dump-tee-detail"],
  },
  {
    name: "Proof of Work Tee",
    description:
      "101 proof, of work. Set in the fat Clarendon letters of a warehouse stencil, for people who would rather ship than mint.",
    price: 32,
    category: "shirts",
    featured: false,
    details: [tee, regular, "One-color print, slightly worn on purpose", care],
    variants: sized("Copper", [6, 11, 13, 7, 3]),
    pictures: ["proof-of-work-tee"],
  },
  {
    name: "Least Privilege Tee",
    description:
      "chmod 400 /rickhouse: the owner may read, nobody may touch. A quiet line of type at chest height for people who review access lists.",
    price: 30,
    category: "shirts",
    featured: false,
    details: [tee, "Relaxed fit: a little boxier and longer than our other tees", "One-color print", care],
    variants: sized("Slate", [5, 10, 12, 8, 2]),
    pictures: ["least-privilege-tee", "least-privilege-tee-detail"],
  },
  {
    name: "Angels' Share Tee",
    description:
      "Every barrel loses a few percent a year to the air. Every network does too. A drawing of a barrel that leaks ones and zeros, on deep forest green.",
    price: 34,
    category: "shirts",
    featured: false,
    details: [tee, regular, "Water-based print, two colors", "'Monitor your egress' inside the collar", care],
    variants: [...sized("Forest", [6, 9, 12, 7, 4]), ...sized("Char", [3, 6, 6, 2, 1])],
    pictures: ["angels-share-tee", "angels-share-tee-char"],
  },
  {
    name: "Viper Mark Tee",
    description:
      "The mark and nothing else: a viper round a tasting glass, the size of a coaster over the heart, and a big one on the back. For people who know, and their bartenders.",
    price: 30,
    category: "shirts",
    featured: false,
    details: [tee, regular, "Front mark 3 in, back print 11 in", care],
    variants: [...sized("Char", [10, 15, 15, 10, 5]), ...sized("Cream", [4, 8, 8, 3, 2])],
    pictures: ["viper-mark-tee", "viper-mark-tee-back", "viper-mark-tee-cream"],
  },
  {
    name: "Zero Trust, Full Proof Long Sleeve",
    description:
      "Verify every pour. A heavy long sleeve with the motto down one arm and the mark on the chest, for server rooms, barrel warehouses and other places kept cold.",
    price: 42,
    category: "shirts",
    featured: true,
    details: [
      "Heavyweight cotton, 220 g/m² (6.5 oz)",
      "Ribbed cuffs that stay where you push them",
      "Regular fit, sleeve print on the left arm",
      care,
    ],
    variants: sized("Char", [8, 13, 14, 9, 5]),
    pictures: ["zero-trust-long-sleeve", "zero-trust-long-sleeve-detail"],
  },
  {
    name: "Signed & Bonded Ringer",
    description:
      "Cream body, oak collar and cuffs, and a green-stamp seal that certifies one distiller, one season, one hundred proof and a valid signature. The first printing is gone.",
    price: 34,
    category: "shirts",
    featured: false,
    details: [tee, "Contrast rib at neck and sleeves", "Slim fit: take one size up if between sizes", care],
    variants: sized("Cream / Oak", [0, 0, 0, 0, 0]),
    pictures: ["signed-and-bonded-ringer"],
  },
] as const satisfies readonly SeedProduct[];

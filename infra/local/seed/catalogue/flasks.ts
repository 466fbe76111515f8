import type { SeedProduct } from "../seed-product.ts";

const steel = "18/8 stainless steel, double-wall vacuum insulation";
const care = "Dishwasher safe; take the cap off first";

export const flasks = [
  {
    name: "Cask Strength Flask, 18 oz",
    description:
      "An 18 oz Yeti bottle in char powder coat with the viper laser-engraved down to bare steel. Cold for a day, hot for a shift, and it does not tell anyone what is in it.",
    price: 44,
    category: "yetiflask",
    featured: true,
    details: [
      "18 oz (532 ml)",
      steel,
      "Engraved, so nothing can rub off",
      "Leakproof cap with a carrying loop",
      care,
    ],
    variants: [
      { color: "Char", stock: 24 },
      { color: "Cream", stock: 13 },
      { color: "Forest", stock: 9 },
    ],
    pictures: ["cask-strength-flask", "cask-strength-flask-detail", "cask-strength-flask-cream"],
  },
  {
    name: "Air-Gapped Flask, 26 oz",
    description:
      "The vacuum between its two walls is the only air gap we fully trust. 26 oz in hammered-copper finish, with the network diagram of a bottle: no lines in, no lines out.",
    price: 52,
    category: "yetiflask",
    featured: false,
    details: ["26 oz (769 ml)", steel, "Copper-tone powder coat", "Leakproof cap with a carrying loop", care],
    variants: [
      { color: "Copper", stock: 15 },
      { color: "Char", stock: 8 },
    ],
    pictures: ["air-gapped-flask", "air-gapped-flask-char"],
  },
  {
    name: "Honeypot Flask, 12 oz",
    description:
      "Small, golden and left out on the desk to see who reaches for it. 12 oz, wide enough for ice, with a hexagon comb engraved around one side.",
    price: 38,
    category: "yetiflask",
    featured: false,
    details: ["12 oz (355 ml)", steel, "Honey-gold powder coat", "Fits a car's cup holder", care],
    variants: [{ color: "Honey", stock: 18 }],
    pictures: ["honeypot-flask"],
  },
  {
    name: "Barrel 0xB0B Flask, numbered",
    description:
      "Two hundred made for our hundredth episode, hooped like a barrel and numbered by hand on the base. The last few from the studio shelf; there will not be a second run.",
    price: 64,
    category: "yetiflask",
    stock: 3,
    featured: false,
    details: [
      "18 oz (532 ml)",
      steel,
      "Numbered 1 to 200, signed by both hosts",
      "Comes in a pine box",
      "Hand wash, to keep the signature",
    ],
    pictures: ["barrel-0xb0b-flask", "barrel-0xb0b-flask-detail"],
  },
  {
    name: "Salted & Hashed Flask, 18 oz",
    description:
      "A SHA-256 digest wraps the bottle. It is the digest of one sentence from episode one; if you find which, you drink free at the next taping.",
    price: 46,
    category: "yetiflask",
    featured: false,
    details: [
      "18 oz (532 ml)",
      steel,
      "Engraved all the way round",
      "Leakproof cap with a carrying loop",
      care,
    ],
    variants: [
      { color: "Slate", stock: 11 },
      { color: "Cream", stock: 4 },
    ],
    pictures: ["salted-and-hashed-flask", "salted-and-hashed-flask-cream"],
  },
] as const satisfies readonly SeedProduct[];

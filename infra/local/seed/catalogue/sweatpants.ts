import { sized, type SeedProduct } from "../seed-product.ts";

const fleece = "Brushed-back fleece, 320 g/m² (9.4 oz), 80 % cotton, 20 % recycled polyester";
const waist = "Drawstring waist, two side pockets, one back pocket that takes a phone";
const care = "Machine wash cold inside out, tumble dry low";

export const sweatpants = [
  {
    name: "On-Call Sweatpants",
    description:
      "The pager says 03:17. These are already on. Heavy char fleece with the hour printed small at the hip, because every one of us remembers a particular one.",
    price: 58,
    category: "sweatpants",
    featured: true,
    details: [fleece, waist, "Tapered leg with ribbed cuffs", "Print on the left hip", care],
    variants: sized("Char", [9, 14, 15, 10, 4]),
    pictures: ["on-call-sweatpants", "on-call-sweatpants-detail"],
  },
  {
    name: "Low & Slow Joggers",
    description:
      "Distilled slowly, worn slowly. Oak-brown fleece with barrel hoops knitted into both cuffs, and a knee that keeps its shape through a six-hour tabletop exercise.",
    price: 56,
    category: "sweatpants",
    featured: false,
    details: [fleece, waist, "Tapered leg, contrast hoops at the cuffs", care],
    variants: sized("Oak", [6, 10, 12, 7, 3]),
    pictures: ["low-and-slow-joggers", "low-and-slow-joggers-detail"],
  },
  {
    name: "Root Access Sweatpants",
    description:
      "root@rickhouse:~# runs down the left leg. Deep green, straight cut, and the only place on this site where we recommend working as root.",
    price: 58,
    category: "sweatpants",
    featured: false,
    details: [
      fleece,
      waist,
      "Straight leg with an open hem",
      "Print down the left leg, cream on green",
      care,
    ],
    variants: sized("Forest", [5, 9, 10, 6, 2]),
    pictures: ["root-access-sweatpants"],
  },
  {
    name: "Sour Mash Sweatpants",
    description:
      "Some of the last batch goes into the next one: so does the fleece, a third of which is spun from cutting-room scraps. Natural cream, flecked, no two pairs alike.",
    price: 54,
    category: "sweatpants",
    featured: false,
    details: [
      "Recycled-cotton fleece, 300 g/m² (8.8 oz), natural flecks",
      waist,
      "Relaxed leg with ribbed cuffs",
      care,
    ],
    variants: sized("Cream Fleck", [4, 8, 9, 5, 2]),
    pictures: ["sour-mash-sweatpants"],
  },
  {
    name: "Patch Tuesday Sweatpants",
    description:
      "Two stitched patches, one on the knee and one on the thigh, applied late and in a hurry, like yours. Slate fleece from a short run: what is left is what is left.",
    price: 62,
    category: "sweatpants",
    featured: false,
    details: [
      fleece,
      waist,
      "Tapered leg with ribbed cuffs",
      "Hand-cut patches, so their places differ a little",
      care,
    ],
    variants: sized("Slate", [0, 1, 2, 1, 0]),
    pictures: ["patch-tuesday-sweatpants", "patch-tuesday-sweatpants-detail"],
  },
] as const satisfies readonly SeedProduct[];

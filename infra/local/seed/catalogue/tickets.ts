import type { SeedProduct } from "../seed-product.ts";

const door = "No paper ticket: your name is on the list at the door";
const adults = "21 and over; bring a government-issued photo ID";
const refund = "Not refundable, unless we cancel or move the date";

export const tickets = [
  {
    name: "Live Taping: Rickhouse After Dark",
    description:
      "Watch an episode happen between the barrels: one guest, one breach, three guided pours, and the parts we have to cut out. Louisville, Saturday, January 16, 2027.",
    price: 45,
    category: "ticket",
    stock: 60,
    featured: false,
    details: [
      "Saturday, January 16, 2027, doors 6:30 pm, taping 7:30 pm",
      "Bourbon Vipers studio, 1897 Rickhouse Row, Louisville, Kentucky",
      "Three half-ounce pours and a snack; the bar is closed during taping",
      door,
      adults,
      refund,
    ],
    pictures: ["live-taping-ticket", "live-taping-ticket-detail"],
  },
  {
    name: "Bourbon & Breaches: a Tasting in Five Incidents",
    description:
      "Five pours, five post-mortems, from a mild phish to a full domain compromise, served in order of proof. Lexington, Saturday, February 20, 2027.",
    price: 65,
    category: "ticket",
    stock: 36,
    featured: false,
    details: [
      "Saturday, February 20, 2027, 5 pm to 8 pm",
      "The Old Cooperage, Lexington, Kentucky",
      "Five half-ounce pours, supper, a tasting glass to keep",
      door,
      adults,
      refund,
    ],
    pictures: ["bourbon-and-breaches-ticket"],
  },
  {
    name: "Capture the Flask: CTF Night",
    description:
      "A beginner-friendly capture-the-flag at long tables, with locks to pick, logs to read and one very well-guarded bottle. Louisville, Saturday, March 13, 2027.",
    price: 35,
    category: "ticket",
    stock: 80,
    featured: true,
    details: [
      "Saturday, March 13, 2027, 4 pm to 10 pm",
      "Bourbon Vipers studio, 1897 Rickhouse Row, Louisville, Kentucky",
      "Teams of up to four, or we find you one; bring a laptop",
      "One welcome pour or a soft drink, and pizza",
      door,
      adults,
      refund,
    ],
    pictures: ["capture-the-flask-ticket", "capture-the-flask-ticket-detail"],
  },
  {
    name: "Barrel Pick Day with the Hosts",
    description:
      "Taste from six casks with Nora and Dev, vote, and sign the one that becomes the show's barrel. A very small group. Bardstown, Saturday, April 24, 2027.",
    price: 140,
    category: "ticket",
    stock: 4,
    featured: false,
    details: [
      "Saturday, April 24, 2027, 10 am to 4 pm",
      "Bus from the Louisville studio at 9 am, back by 5 pm",
      "Warehouse walk, tasting from six casks, lunch",
      door,
      adults,
      refund,
    ],
    pictures: ["barrel-pick-day-ticket"],
  },
] as const satisfies readonly SeedProduct[];

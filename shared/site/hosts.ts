export type Host = {
  id: string;
  name: string;
  role: string;
  bio: readonly string[];
  /** How the host drinks bourbon: a short line in the host's own words, shown below `home.hosts.pour`. */
  pour: string;
  /** The path of a square picture under web/public. */
  image: string;
  imageAlt: string;
};

/** The hosts of the show, in the sequence of the home page. Without hosts, the pages have no section about them. */
export const hosts: readonly Host[] = [
  {
    id: "nora-tolliver",
    name: "Nora Tolliver",
    role: "The bourbon",
    bio: [
      "Nora grew up half an hour from Bardstown and took her first job rolling barrels into a rickhouse that had no elevator. Eleven years in cooperages and warehouses taught her to tell a char level by its smell.",
      "On the show she picks the bottle, reads the label aloud, law and all, and asks the questions that people who do not work in security want answered.",
    ],
    pour: "Bonded, room temperature, no ice, no rush.",
    image: "/hosts/nora-tolliver.webp",
    imageAlt: "Drawn portrait of Nora Tolliver in amber light, a tasting glass in front of her",
  },
  {
    id: "dev-raghavan",
    name: "Dev Raghavan",
    role: "The security",
    bio: [
      "Dev has spent fifteen years on incident response, most of it for hospitals and water utilities, and has been woken by a pager on four continents. He now teaches small companies how to need people like him less often.",
      "On the show he takes one real breach apart in each episode: how they got in, who noticed, and the boring fix that would have stopped it.",
    ],
    pour: "A high-rye, one large cube, and the logs open.",
    image: "/hosts/dev-raghavan.webp",
    imageAlt: "Drawn portrait of Dev Raghavan in green terminal light, lines of a log behind him",
  },
];

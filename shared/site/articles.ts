export const articleCategories = [
  { id: "cybersecurity", label: "Cybersecurity" },
  { id: "bourbon", label: "Bourbon" },
  { id: "industry", label: "Industry" },
] as const satisfies readonly { id: string; label: string }[];

export type ArticleCategoryId = (typeof articleCategories)[number]["id"];

export type Article = {
  id: string;
  title: string;
  /** Our own text about the article, not a quotation. */
  excerpt: string;
  author: string;
  /** Day of publication, ISO 8601. */
  date: `${number}-${number}-${number}`;
  category: ArticleCategoryId;
  readTime: string;
  /** A path under web/public, 800 × 450 px. `name-400.webp` and `name-640.webp` are smaller copies. */
  image: string;
  link: `https://${string}`;
  featured: boolean;
  mentionedLinks: readonly { url: `https://${string}`; title: string }[];
  /** Only for the featured article: a URL that may be embedded in a frame. */
  frameUrl?: `https://${string}`;
};

/**
 * Articles by other authors, with links to the publications. Exactly one article is featured.
 * Without articles, take the blog out of navigation.ts, and make its page a `hiddenPage` in seo.ts.
 */
export const articles: readonly Article[] = [
  {
    id: "password-cracking",
    title: "Password Cracking",
    excerpt:
      "Dr Mike Pound points four graphics cards at a list of stolen hashes and talks while they fall. Ten years old, and still the quickest way we know to make somebody install a password manager.",
    author: "Computerphile",
    date: "2016-07-06",
    category: "cybersecurity",
    readTime: "20 min watch",
    image: "/blog/password-cracking.webp",
    link: "https://www.youtube.com/watch?v=7U-RbOKanYs",
    frameUrl: "https://www.youtube-nocookie.com/embed/7U-RbOKanYs",
    featured: true,
    mentionedLinks: [
      { url: "https://www.youtube.com/watch?v=3NjQ9b3pgIg", title: "The sequel: How to Choose a Password" },
      { url: "https://haveibeenpwned.com/", title: "Have I Been Pwned: are you on such a list?" },
      {
        url: "https://pages.nist.gov/800-63-4/sp800-63b.html",
        title: "NIST SP 800-63B: what to ask of a password",
      },
    ],
  },
  {
    id: "what-the-law-calls-bourbon",
    title: "What the Law Calls Bourbon: 27 CFR 5.143",
    excerpt:
      "Four words on a label, and this is the page that decides whether they may stand there. 51 percent corn, new charred oak, 160 proof off the still, 125 into the barrel. Short, dry, and it settles most bar arguments.",
    author: "Alcohol and Tobacco Tax and Trade Bureau",
    date: "2022-02-09",
    category: "bourbon",
    readTime: "9 min read",
    image: "/blog/what-the-law-calls-bourbon.webp",
    link: "https://www.ecfr.gov/current/title-27/chapter-I/subchapter-A/part-5/subpart-I/section-5.143",
    featured: false,
    mentionedLinks: [
      {
        url: "https://www.ecfr.gov/current/title-27/section-5.88",
        title: "27 CFR 5.88: bottled in bond",
      },
    ],
  },
  {
    id: "jack-daniels-maker-ransomware",
    title: "Jack Daniel's-Maker Suffers REvil Ransomware Breach",
    excerpt:
      "When the two halves of this show met in the news: a Louisville distiller keeps its files from being encrypted, and the intruders claim a terabyte of them anyway. Backups do not help against a leak.",
    author: "Infosecurity Magazine",
    date: "2020-08-17",
    category: "industry",
    readTime: "2 min read",
    image: "/blog/jack-daniels-maker-ransomware.webp",
    link: "https://www.infosecurity-magazine.com/news/jack-danielsmaker-suffers-revil/",
    featured: false,
    mentionedLinks: [
      { url: "https://www.cisa.gov/stopransomware", title: "CISA: StopRansomware guide" },
      {
        url: "https://www.verizon.com/business/resources/reports/dbir/",
        title: "Verizon: Data Breach Investigations Report",
      },
    ],
  },
  {
    id: "the-security-mindset",
    title: "The Security Mindset",
    excerpt:
      "Schneier on people who cannot walk into a shop without noticing how they would rob it, and whether that squint can be taught. The ant farm at the start is worth the click alone.",
    author: "Bruce Schneier",
    date: "2008-03-25",
    category: "cybersecurity",
    readTime: "5 min read",
    image: "/blog/the-security-mindset.webp",
    link: "https://www.schneier.com/blog/archives/2008/03/the_security_mi_1.html",
    featured: false,
    mentionedLinks: [],
  },
  {
    id: "bottled-in-bond",
    title: "Bottled in Bond, 119 Years On",
    excerpt:
      "Before 1897 the whiskey in your glass could be anything brown. BourbonGuy reads the act that ended that, and is fair about the colonel who gets the credit. The first supply-chain attestation, in oak.",
    author: "BourbonGuy",
    date: "2016-03-03",
    category: "bourbon",
    readTime: "3 min read",
    image: "/blog/bottled-in-bond.webp",
    link: "https://www.bourbonguy.com/blog/2016/3/3/bottled-in-bond",
    featured: false,
    mentionedLinks: [],
  },
  {
    id: "sixteen-million-barrels",
    title: "Record Bourbon Inventory in Kentucky Is 'Mixed Blessing'",
    excerpt:
      "16.1 million barrels are asleep in Kentucky and every one of them is taxed while it naps. The distillers' own numbers, and why a full rickhouse is not the same as a full glass.",
    author: "FredMinnick.com",
    date: "2025-10-09",
    category: "industry",
    readTime: "4 min read",
    image: "/blog/sixteen-million-barrels.webp",
    link: "https://www.fredminnick.com/2025/10/09/record-bourbon-inventory-in-kentucky-is-mixed-blessing-kda",
    featured: false,
    mentionedLinks: [
      { url: "https://kybourbon.com/", title: "Kentucky Distillers' Association" },
      { url: "https://kybourbontrail.com/", title: "Kentucky Bourbon Trail" },
    ],
  },
];

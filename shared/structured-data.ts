import type { EpisodeDetails } from "./episode.ts";
import type { EventFacts } from "./event-facts.ts";
import { haveSalesEnded, salesEndOf } from "./event-facts.ts";
import { jsonForScript } from "./html.ts";
import { toOffsetTime } from "./local-time.ts";
import type { Product } from "./product.ts";
import { SHOP_COUNTRY } from "./shop-country.ts";
import { brand } from "./site/brand.ts";
import { hosts } from "./site/hosts.ts";
import { links, socialLinks } from "./site/links.ts";
import { footerLinks } from "./site/navigation.ts";

/** An object of JSON-LD. Vocabulary: https://schema.org */
export type JsonLdNode = { "@type": string } & Record<string, unknown>;

/** The page that the structured data describes. `path` is relative to the site's origin. */
type Page = {
  title: string;
  path: string;
  isIndexed: boolean;
  product?: Product | undefined;
  episode?: EpisodeDetails | undefined;
};

const HOME = "/";
const STORE = "/store";
const PODCAST = "/podcast";
const sameAs = socialLinks.map(({ url }) => url);
const titleSuffix = ` | ${brand.name}`;
const organizationId = (origin: string) => `${origin}/#organization`;

const organization = (origin: string): JsonLdNode => ({
  "@type": "Organization",
  "@id": organizationId(origin),
  name: brand.name,
  slogan: brand.tagline,
  url: `${origin}/`,
  logo: `${origin}/icon-512.png`,
  email: links.email.handle,
  sameAs,
});

/** https://schema.org/PodcastSeries */
const podcastSeries = (origin: string): JsonLdNode => ({
  "@type": "PodcastSeries",
  "@id": `${origin}/podcast#series`,
  name: brand.name,
  description: brand.description,
  url: `${origin}/podcast`,
  image: `${origin}/icon-512.png`,
  inLanguage: brand.locale,
  author: hosts.map(({ name }) => ({ "@type": "Person", name })),
  publisher: { "@id": organizationId(origin) },
  sameAs,
});

/** https://schema.org/PodcastEpisode */
const episodeNode = (episode: EpisodeDetails, path: string, origin: string): JsonLdNode => ({
  "@type": "PodcastEpisode",
  "@id": `${origin}${path}#episode`,
  url: origin + path,
  name: episode.title,
  description: episode.summary,
  datePublished: episode.publishedAt,
  ...(episode.duration === undefined ? {} : { timeRequired: `PT${Math.round(episode.duration)}S` }),
  ...(episode.number === undefined ? {} : { episodeNumber: episode.number }),
  ...(episode.season === undefined
    ? {}
    : { partOfSeason: { "@type": "PodcastSeason", seasonNumber: episode.season } }),
  ...(episode.image ? { image: episode.image } : {}),
  isFamilyFriendly: !episode.isExplicit,
  partOfSeries: { "@id": `${origin}/podcast#series` },
  associatedMedia: {
    "@type": "AudioObject",
    contentUrl: episode.audio.url,
    encodingFormat: episode.audio.type,
  },
});

/** Whether the product can be bought now. Pieces may be left after the end of an event's sales. */
const isForSale = (product: Product): boolean => product.stock > 0 && !haveSalesEnded(product, Date.now());

const offerNode = (product: Product, path: string, origin: string): JsonLdNode => ({
  "@type": "Offer",
  url: origin + path,
  price: product.price.toFixed(2),
  priceCurrency: "USD",
});

/** https://developers.google.com/search/docs/appearance/structured-data/merchant-listing */
const productNode = (product: Product, path: string, origin: string): JsonLdNode => ({
  "@type": "Product",
  "@id": `${origin}${path}#product`,
  sku: product.id,
  name: product.name,
  description: product.description,
  image: product.imageUrls.map((url) => origin + url),
  category: product.category,
  brand: { "@type": "Brand", name: brand.name },
  offers: {
    ...offerNode(product, path, origin),
    availability: `https://schema.org/${isForSale(product) ? "InStock" : "OutOfStock"}`,
    itemCondition: "https://schema.org/NewCondition",
    seller: { "@type": "Organization", name: brand.name, url: `${origin}/` },
  },
});

/** https://developers.google.com/search/docs/appearance/structured-data/event */
function eventNode(product: Product, event: EventFacts, path: string, origin: string): JsonLdNode {
  const { name: venueName, street, city, state, zip } = event.venue;
  const localTime = (iso: string) => toOffsetTime(iso, event.timeZone);
  return {
    "@type": "Event",
    "@id": `${origin}${path}#event`,
    name: event.title ?? product.name,
    description: product.description,
    image: product.imageUrls.map((url) => origin + url),
    startDate: localTime(event.startsAt),
    endDate: localTime(event.endsAt),
    ...(event.doorsAt ? { doorTime: localTime(event.doorsAt) } : {}),
    eventStatus: "https://schema.org/EventScheduled",
    eventAttendanceMode: "https://schema.org/OfflineEventAttendanceMode",
    location: {
      "@type": "Place",
      name: venueName,
      address: {
        "@type": "PostalAddress",
        streetAddress: street,
        addressLocality: city,
        addressRegion: state,
        postalCode: zip,
        addressCountry: SHOP_COUNTRY,
      },
    },
    offers: {
      ...offerNode(product, path, origin),
      availability: `https://schema.org/${isForSale(product) ? "InStock" : "SoldOut"}`,
      validFrom: product.createdAt,
      availabilityEnds: localTime(salesEndOf(event)),
    },
    organizer: { "@type": "Organization", name: brand.name, url: `${origin}/` },
  };
}

/** The label of a page in the navigation; its path if the navigation does not have the page. */
const labelOf = (path: string): string => footerLinks.find(({ to }) => to === path)?.label ?? path;

/** The path from the home page to `page`: https://schema.org/BreadcrumbList */
function breadcrumbs({ title, path, product, episode }: Page, origin: string): JsonLdNode {
  const name = title.endsWith(titleSuffix) ? title.slice(0, -titleSuffix.length) : title;
  const steps = [
    { name: brand.name, path: HOME },
    ...(product ? [{ name: labelOf(STORE), path: STORE }] : []),
    ...(episode ? [{ name: labelOf(PODCAST), path: PODCAST }] : []),
    { name, path },
  ];
  return {
    "@type": "BreadcrumbList",
    itemListElement: steps.map((step, i) => ({
      "@type": "ListItem",
      position: i + 1,
      name: step.name,
      item: origin + step.path,
    })),
  };
}

/** The structured data of a page; empty if search engines must not index the page. */
export function structuredData(page: Page, origin: string): JsonLdNode[] {
  if (!page.isIndexed) return [];
  if (page.path === HOME) return [organization(origin), podcastSeries(origin)];
  const { path, product, episode } = page;
  return [
    breadcrumbs(page, origin),
    ...(page.path === PODCAST ? [podcastSeries(origin)] : []),
    ...(episode ? [podcastSeries(origin), episodeNode(episode, path, origin)] : []),
    ...(product ? [productNode(product, path, origin)] : []),
    ...(product?.event ? [eventNode(product, product.event, path, origin)] : []),
  ];
}

/** The text of a `<script type="application/ld+json">`; '' for a page without structured data. */
export function structuredText(page: Page, origin: string): string {
  const graph = structuredData(page, origin);
  if (graph.length === 0) return "";
  return jsonForScript({ "@context": "https://schema.org", "@graph": graph });
}

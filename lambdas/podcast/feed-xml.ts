import { XMLParser } from "fast-xml-parser";
import { decodeEntities } from "./entities.ts";
import { PodcastFileError } from "./podcast-file-error.ts";

/** An element: its attributes under `@name`, its text under `#text` and `#cdata`, its children under their names. */
export type Element = { [name: string]: unknown };

const isElement = (value: unknown): value is Element => typeof value === "object" && value !== null;
function listOf(value: unknown): readonly unknown[] {
  if (Array.isArray(value)) return value;
  return value === undefined ? [] : [value];
}

/** All children with a name, in their order. A child with text only is an element too. */
export const childrenOf = (element: Element, name: string): Element[] =>
  listOf(element[name]).map((child) => (isElement(child) ? child : { "#text": child }));

const stringsOf = (value: unknown): string[] =>
  listOf(value).filter((item): item is string => typeof item === "string");

/** The text of an element. Entities are replaced once, except in CDATA. */
const textOf = (element: Element): string =>
  [...stringsOf(element["#text"]).map(decodeEntities), ...stringsOf(element["#cdata"])].join("");

/** The first text that is not empty in the children with these names, in the sequence of `names`; '' if there is none. */
export const childText = (element: Element, ...names: string[]): string =>
  names
    .flatMap((name) => childrenOf(element, name))
    .map(textOf)
    .find((value) => value.trim() !== "") ?? "";

/** The value of an attribute; '' if there is none. */
export const attributeOf = (element: Element, name: string): string => {
  const value = element[`@${name}`];
  return typeof value === "string" ? decodeEntities(value) : "";
};

/** Elements inside each other. A feed has four or five. */
const MAX_DEPTH = 50;

const parser = new XMLParser({
  ignoreAttributes: false,
  attributeNamePrefix: "@",
  cdataPropName: "#cdata",
  parseTagValue: false,
  parseAttributeValue: false,
  // Entities are replaced by entities.ts: one pass, with a fixed list, so that nothing can expand.
  processEntities: false,
  maxNestedTags: MAX_DEPTH,
});

/**
 * Comments and CDATA sections, in which a declaration is only text. An unclosed comment or section extends to
 * the end of the file, so that the search takes linear time.
 */
const TEXT_ONLY = /<!--[^]*?(?:-->|$)|<!\[CDATA\[[^]*?(?:\]\]>|$)/g;

/**
 * Parses well-formed XML. Document type declarations are refused, because the entities that they declare could expand
 * to very long texts or contain files. Throws PodcastFileError.
 */
export function parseXml(source: string): Element {
  const xml = source.trimStart();
  if (/<!(DOCTYPE|ENTITY)/i.test(xml.replace(TEXT_ONLY, "")))
    throw new PodcastFileError("The feed has a document type declaration, which is not allowed");
  if (!xml.startsWith("<")) throw new PodcastFileError("The feed is not XML");
  try {
    return parser.parse(xml, true) as Element;
  } catch (cause) {
    const { message = "" } = cause as { message?: string };
    throw new PodcastFileError(`The feed is not well-formed XML: ${message.slice(0, 200)}`, { cause });
  }
}

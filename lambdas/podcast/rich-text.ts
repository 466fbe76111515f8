import type { RichText } from "../../shared/episode.ts";
import { withoutHarmfulCharacters } from "../../shared/text.ts";
import { decodeEntities } from "./entities.ts";

/** Elements whose content is not text. */
const DROPPED_TAG = /^(script|style|template|svg|math|noscript|iframe|object|head|title)$/i;
/** The start or end of an element that begins a new line. */
const BLOCK_TAG =
  /^\/?(p|div|br|hr|li|ul|ol|dl|dt|dd|h[1-6]|blockquote|pre|table|tr|section|article|header|footer|figure)$/i;
/** Comments and declarations. */
const COMMENTS = /<!--[^]*?(-->|$)|<![^>]{0,1000}>/g;
/** A tag. The limits keep the search linear, whatever the text is. */
const TAG = /<(\/?[a-z][\w:-]{0,40})((?:[^<>"']|"[^"]{0,3000}"|'[^']{0,3000}'){0,2000})>/gi;
const HREF = /(?:^|\s)href\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))/i;
const BARE_URL = /\bhttps?:\/\/[^\s<>"')\]]+[^\s<>"')\].,;:!?]/g;

/**
 * The text, which may be relative to `base`, as an absolute http or https URL. Undefined for any other text,
 * for a URL with a user name or a password, and for a URL that is longer than MAX_URL_LENGTH.
 */
export function safeUrl(text: string, base?: string): string | undefined {
  const trimmed = text.trim();
  const url = trimmed === "" ? null : URL.parse(trimmed, base);
  const isSafe = url && /^https?:$/.test(url.protocol) && url.username === "" && url.password === "";
  return isSafe && url.href.length <= MAX_URL_LENGTH ? url.href : undefined;
}

/** In characters. */
const MAX_URL_LENGTH = 2000;
/** The most of a description's source that is read, in characters. */
const MAX_SOURCE_LENGTH = 60_000;
/**
 * The highest sum of the lengths of a text's URLs, in characters: the text is stored in one item of the table, of at most
 * 400 KB.
 */
export const MAX_TOTAL_URL_LENGTH = 60_000;

/** The text as one line of at most `max` characters, without harmful characters. A line that is cut ends with '…'. */
export const toLine = (text: string, max: number): string => {
  const line = withoutHarmfulCharacters(text).replace(/\s+/g, " ").trim();
  if (line.length <= max) return line;
  // The cut may leave half of an emoji.
  return `${withoutHarmfulCharacters(line.slice(0, max - 1)).trimEnd()}…`;
};

type Span = RichText[number][number];

const textOf = (span: Span): string => (typeof span === "string" ? span : span.text);
/** Adds a text to a paragraph. Spaces at the start of a paragraph, and repeated spaces, are left out. */
function addSpan(paragraph: Span[], span: Span): void {
  const lastSpan = paragraph.at(-1);
  const textBefore = lastSpan === undefined ? " " : textOf(lastSpan);
  let text = withoutHarmfulCharacters(textOf(span)).replace(/\s+/g, " ");
  if (textBefore.endsWith(" ")) text = text.trimStart();
  if (text === "") return;
  if (typeof span !== "string" && typeof lastSpan === "object" && lastSpan.url === span.url)
    paragraph[paragraph.length - 1] = { text: lastSpan.text + text, url: lastSpan.url };
  else if (typeof span !== "string") paragraph.push({ text, url: span.url });
  else if (typeof lastSpan === "string") paragraph[paragraph.length - 1] = lastSpan + text;
  else paragraph.push(text);
}

/**
 * The first `max` characters of a text. The last word is left out if it is cut, because a URL that is cut is another URL. The
 * first word is cut if it alone is too long and the text has no URL.
 */
function cutText(text: string, max: number): string {
  if (text.length <= max) return text;
  const wholeWords = text.slice(0, max + 1).replace(/(?<!\S)\S+$/, "");
  return (wholeWords.trim() === "" && !/https?:/.test(text) ? text : wholeWords).slice(0, max);
}

/** The first `max` characters of HTML. A tag that is cut is left out. */
const cutSource = (html: string, max: number): string =>
  html.length <= max ? html : cutText(html, max).replace(/<[^<>]*$/, "");

/** Text in which URLs become links. */
function toSpans(text: string): Span[] {
  const spans: Span[] = [];
  let linkEnd = 0;
  for (const { 0: urlText, index } of text.matchAll(BARE_URL)) {
    const url = safeUrl(urlText);
    if (url === undefined) continue;
    spans.push(text.slice(linkEnd, index), { text: urlText, url });
    linkEnd = index + urlText.length;
  }
  return [...spans, text.slice(linkEnd)];
}

/**
 * The text of HTML as paragraphs with links. Nothing of the markup is left: only the text, and the http and https URLs of
 * links. Plain text, whose paragraphs end with line breaks, is accepted too. `max` and `maxSource` are in characters.
 */
export function toRichText(
  html: string,
  max: number,
  base?: string,
  maxSource = MAX_SOURCE_LENGTH,
): RichText {
  const isMarkup = /<\/?(p|br|a|div|ul|ol|li|h\d|em|strong|b|i|span)\b/i.test(html);
  const source = cutSource(html, maxSource).replace(COMMENTS, "");
  const paragraphs: Span[][] = [[]];
  let link: string | undefined;
  /** The name of the tag that ends an element whose content is left out, such as `/script`. */
  let skipUntil: string | undefined;
  let textLength = 0;
  const addText = (sourceText: string): void => {
    for (const [i, lineText] of (isMarkup ? [sourceText] : sourceText.split(/\r\n|[\n\r]/)).entries()) {
      if (i > 0) paragraphs.push([]);
      const wholeText = decodeEntities(lineText);
      const text = cutText(wholeText, Math.max(0, max - textLength));
      // After a cut, nothing more is added, even if a shorter text would still fit.
      textLength = text.length < wholeText.length ? max : textLength + text.length;
      const paragraph = paragraphs.at(-1) ?? [];
      if (link === undefined) toSpans(text).forEach((span) => addSpan(paragraph, span));
      else addSpan(paragraph, { text, url: link });
    }
  };
  let tagEnd = 0;
  for (const { 0: tag, 1: name = "", 2: attributes = "", index } of source.matchAll(TAG)) {
    if (skipUntil === undefined) addText(source.slice(tagEnd, index));
    tagEnd = index + tag.length;
    if (skipUntil !== undefined && name.toLowerCase() !== skipUntil) continue;
    skipUntil = DROPPED_TAG.test(name) && !attributes.endsWith("/") ? `/${name.toLowerCase()}` : undefined;
    if (BLOCK_TAG.test(name)) paragraphs.push([]);
    if (/^\/?a$/i.test(name)) {
      const [, doubleQuoted, singleQuoted, unquoted] = HREF.exec(attributes) ?? [];
      link = name.startsWith("/")
        ? undefined
        : safeUrl(decodeEntities(doubleQuoted ?? singleQuoted ?? unquoted ?? ""), base);
    }
  }
  if (skipUntil === undefined) addText(source.slice(tagEnd));
  return withLimitedUrls(paragraphs.map(trimEnd).filter((paragraph) => paragraph.length > 0));
}

/** Turns links into plain text, beginning with the link at which the URLs are longer than MAX_TOTAL_URL_LENGTH in all. */
function withLimitedUrls(paragraphs: Span[][]): RichText {
  let totalUrlLength = 0;
  return paragraphs.map((paragraph) =>
    paragraph.map((span) => {
      if (typeof span === "string") return span;
      totalUrlLength += span.url.length;
      return totalUrlLength > MAX_TOTAL_URL_LENGTH ? span.text : span;
    }),
  );
}

function trimEnd(paragraph: Span[]): Span[] {
  const lastSpan = paragraph.at(-1);
  if (typeof lastSpan !== "string") return paragraph;
  const text = lastSpan.trimEnd().toWellFormed();
  return text === "" ? paragraph.slice(0, -1) : [...paragraph.slice(0, -1), text];
}

export const plainText = (paragraphs: RichText): string =>
  paragraphs.map((paragraph) => paragraph.map(textOf).join("")).join(" ");

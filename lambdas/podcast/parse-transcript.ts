import * as z from "zod/mini";
import type { TranscriptPart } from "../../shared/episode.ts";
import { decodeEntities } from "./entities.ts";
import { plainText, toLine, toRichText } from "./rich-text.ts";

/** The most text that is kept, in characters. An hour of speech has about 60,000. */
const MAX_TEXT_LENGTH = 200_000;
/** The most bytes of a transcript in UTF-8. It is stored in one item of the table, which has at most 400 KB. */
const MAX_BYTES = 360_000;
/** The most bytes that a part takes in addition to its texts. */
const PART_BYTES = 30;
/** The most of an HTML or plain text file that is read, in characters. */
const MAX_SOURCE_LENGTH = 1_000_000;
/**
 * Splits one line of text into chunks of up to 5,000 characters with whole words. A word that is longer is cut. Some programs write
 * a whole transcript as one paragraph.
 */
const CHUNKS = /\S.{0,4998}(?!\S)|\S{1,5000}/gu;
/** Cues are joined to parts of about this length, in characters. */
const PART_LENGTH = 400;

const CUE_TIME = /^(?:(\d{1,3}):)?(\d{1,2}):(\d{2})[.,](\d{1,3})\s+-->/;
/** https://www.w3.org/TR/webvtt1/#webvtt-cue-voice-span */
const VOICE = /<v(?:\.[^\s>]{0,100})?\s+([^>]{1,100})>/;

/** The cues of WebVTT and SubRip, whose blocks have the same form. Lines end with `\n`. */
function cuesOf(source: string): TranscriptPart[] {
  return source.split(/\n\s*\n/).flatMap((block) => {
    const lines = block.split("\n");
    const timeLineIndex = lines.findIndex((line) => CUE_TIME.test(line.trim()));
    const [, hours = "0", minutes = "0", seconds = "0"] =
      CUE_TIME.exec(lines[timeLineIndex]?.trim() ?? "") ?? [];
    if (timeLineIndex === -1) return [];
    const cueText = lines.slice(timeLineIndex + 1).join(" ");
    const [, voice] = VOICE.exec(cueText) ?? [];
    return [
      {
        start: Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds),
        ...(voice && { speaker: decodeEntities(voice) }),
        text: decodeEntities(cueText.replace(/<[^>]{0,200}>/g, "")),
      },
    ];
  });
}

/** https://github.com/Podcastindex-org/podcast-namespace/blob/main/docs/examples/transcripts/transcripts.md */
const JsonFile = z.object({ segments: z.array(z.unknown()) });
/** Some programs write `null` for a speaker that they do not know. */
const Segment = z.object({
  /** In seconds, at most a week. */
  startTime: z.number().check(z.lte(604_800)),
  speaker: z.nullish(z.string()),
  body: z.string(),
});

const isHtmlOrPlain = (type: string): boolean => type === "text/html" || type === "text/plain";

function partsOf(source: string, type: string): TranscriptPart[] {
  if (type === "application/json")
    return z
      .parse(JsonFile, JSON.parse(source))
      .segments.flatMap((segment) => z.safeParse(Segment, segment).data ?? [])
      .map(({ startTime, speaker, body }) => ({
        start: Math.max(0, Math.floor(startTime)),
        ...(speaker && { speaker }),
        text: body,
      }));
  if (isHtmlOrPlain(type))
    return toRichText(source, Infinity, undefined, MAX_SOURCE_LENGTH).map((paragraph) => ({
      text: plainText([paragraph]),
    }));
  return cuesOf(source.replace(/\r\n?/g, "\n"));
}

/**
 * Whether a cue continues a part: the cue has the same speaker or names none. A part ends with a sentence once it has
 * PART_LENGTH, and at twice this length anyway. Paragraphs, which have no start, are not joined.
 */
const continuesPart = (part: TranscriptPart, cue: TranscriptPart): boolean =>
  part.start !== undefined &&
  (cue.speaker === undefined || cue.speaker === part.speaker) &&
  (part.text.length < PART_LENGTH || (!/[.!?]["”’]?$/.test(part.text) && part.text.length < 2 * PART_LENGTH));

/** A part as one line or, if the line is long, as several parts with the same start and speaker. No part if it has no text. */
function splitLongPart({ text, speaker, ...startField }: TranscriptPart): TranscriptPart[] {
  const speakerField = speaker === undefined ? {} : { speaker: toLine(speaker, 80) };
  const chunks = toLine(text, Infinity).match(CHUNKS) ?? [];
  return chunks.map((chunk) => ({ ...startField, ...speakerField, text: chunk }));
}

/**
 * A transcript as parts of plain text, without invalid segments. `isCut` says that it is longer than the shop keeps. Throws if
 * the file has no text, or is not of its type.
 */
export function parseTranscript(source: string, type: string): { parts: TranscriptPart[]; isCut: boolean } {
  const parts: TranscriptPart[] = [];
  let [textLength, byteCount] = [0, 0];
  for (const cue of partsOf(source, type).flatMap(splitLongPart)) {
    textLength += cue.text.length;
    byteCount += Buffer.byteLength(cue.text) + Buffer.byteLength(cue.speaker ?? "") + PART_BYTES;
    if (textLength > MAX_TEXT_LENGTH || byteCount > MAX_BYTES) return { parts, isCut: true };
    const lastPart = parts.at(-1);
    if (lastPart && continuesPart(lastPart, cue)) lastPart.text += ` ${cue.text}`;
    else parts.push(cue);
  }
  if (parts.length === 0) throw new Error("The transcript has no text");
  return { parts, isCut: isHtmlOrPlain(type) && source.length > MAX_SOURCE_LENGTH };
}

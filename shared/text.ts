import * as z from "zod/mini";

/** Scripts whose letters do not join, so a joiner or variation selector makes an invisible difference. */
const UNJOINED_SCRIPTS = [
  "Latin",
  "Greek",
  "Cyrillic",
  "Han",
  "Hiragana",
  "Katakana",
  "Hangul",
  "Common",
  "Inherited",
]
  .map((script) => `\\p{Script=${script}}`)
  .join("");
const EMOJI = "\\p{Extended_Pictographic}[\\uFE0E\\uFE0F]?\\p{Emoji_Modifier}?";

/** Sequences in which an invisible character is valid, because the character changes how the text looks. */
const VALID_SEQUENCES = new RegExp(
  [
    // The flag of a region, followed by the region's code in invisible letters: 🏴󠁧󠁢󠁳󠁣󠁴󠁿
    "\\u{1F3F4}[\\u{E0020}-\\u{E007E}]{3,6}\\u{E007F}",
    // An emoji, or several emoji joined into one: 👩🏽‍🚀
    `${EMOJI}(?:\\u200D${EMOJI})*`,
    // A keycap: 3️⃣
    "[0-9#*]\\uFE0F\\u20E3",
    // A variant of an ideograph, as in Japanese names.
    "\\p{Unified_Ideograph}[\\uFE00-\\uFE02\\u{E0100}-\\u{E01EF}]",
    // Variants of Mongolian letters.
    "\\p{Script=Mongolian}[\\u180B-\\u180F]",
    // Letters with a joiner or non-joiner, as in Persian, Hindi or Sinhala.
    `(?=[\\p{L}\\p{M}])[^${UNJOINED_SCRIPTS}][\\u200C\\u200D\\uFE00]`,
  ].join("|"),
  "gu",
);

/** Direction controls, other invisible characters, blank characters, and lone surrogates. */
const UNPRINTABLE_CHARACTER =
  /[\p{Cc}\p{Zl}\p{Zp}\p{Cs}\p{Default_Ignorable_Code_Point}\u2800\uFFF9-\uFFFB]/u;
/** All line breaks. https://www.unicode.org/reports/tr14/#BK */
const LINE_BREAKS = /[\n\r\v\f\u0085\u2028\u2029]/;
/**
 * Control characters other than line feed and tab, lone surrogates, characters that embed, override or isolate a direction of
 * text, marks of annotations, and invisible letters (tags).
 */
const HARMFUL_CHARACTER =
  /(?![\n\t])[\p{Cc}\p{Cs}]|[\u202A-\u202E\u2066-\u2069\uFFF9-\uFFFB]|[\u{E0000}-\u{E007F}]/u;

export const ONE_LINE_ERROR = "Must be one line of text";
export const INVISIBLE_ERROR = "Must not contain invisible characters";

const HARMFUL_CHARACTERS = new RegExp(HARMFUL_CHARACTER.source, "gu");
/** A text that other people wrote, without its harmful characters. */
export const withoutHarmfulCharacters = (text: string): string => text.replace(HARMFUL_CHARACTERS, "");

/** Whether a text has no invisible characters except spaces and VALID_SEQUENCES. */
const isVisible = (text: string): boolean => !UNPRINTABLE_CHARACTER.test(text.replace(VALID_SEQUENCES, ""));

/**
 * Removes the marks that set a direction of text without being visible: keyboards for Hebrew and Arabic can type them, and copied
 * names have them, so they are no reason to refuse a text. https://www.unicode.org/reports/tr9/#Implicit_Directional_Marks
 */
const withoutDirectionMarks = () => z.overwrite((text: string) => text.replace(/[\u200E\u200F\u061C]/g, ""));

/** A rule for texts of one line: no line breaks, control or invisible characters. All scripts and emoji are valid. */
const printableLine = () =>
  z.refine<string>((text) => isVisible(text), {
    error: ({ input }) => (LINE_BREAKS.test(String(input)) ? ONE_LINE_ERROR : INVISIBLE_ERROR),
  });

/** Rules for texts of several lines: line breaks become '\n'; no harmful characters outside VALID_SEQUENCES. */
export const printableText = () => [
  z.overwrite((text: string) => text.replace(/\r\n|[\r\v\f\u0085\u2028\u2029]/g, "\n")),
  z.refine<string>((text) => !HARMFUL_CHARACTER.test(text.replace(VALID_SEQUENCES, "")), INVISIBLE_ERROR),
];

export const atMostCharacters = (max: number) => z.maxLength(max, `Must be at most ${max} characters`);

/**
 * A line of text without direction marks, which is trimmed and at most `max` characters long. An empty line gives `requiredError`.
 */
export const line = (requiredError: string, max: number) =>
  z
    .string(requiredError)
    .check(
      withoutDirectionMarks(),
      z.trim(),
      z.minLength(1, requiredError),
      atMostCharacters(max),
      printableLine(),
    );

/** A trimmed line of text without direction marks, which may be empty. */
export const optionalLine = (max: number) =>
  z.string().check(withoutDirectionMarks(), z.trim(), atMostCharacters(max), printableLine());

import * as z from "zod/mini";

/** Scripts without letters that join: in them, a joiner or variation selector would only be an invisible difference. */
const UNJOINED = [
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
const PICTURE = "\\p{Extended_Pictographic}[\\uFE0E\\uFE0F]?\\p{Emoji_Modifier}?";

/** Where a character that has no shape of its own changes how its neighbours look, as Unicode means it to. */
const SEQUENCES = new RegExp(
  [
    // The flag of a part of a country, its code in letters that are not shown: 🏴󠁧󠁢󠁳󠁣󠁴󠁿
    "\\u{1F3F4}[\\u{E0020}-\\u{E007E}]{3,6}\\u{E007F}",
    // An emoji, or several joined to one: 👩🏽‍🚀
    `${PICTURE}(?:\\u200D${PICTURE})*`,
    // A keycap: 3️⃣
    "[0-9#*]\\uFE0F\\u20E3",
    // The written form of an ideograph, as in Japanese names.
    "\\p{Unified_Ideograph}[\\uFE00-\\uFE02\\u{E0100}-\\u{E01EF}]",
    // Mongolian vowels and their forms.
    "\\p{Script=Mongolian}[\\u180B-\\u180F]",
    // Letters that a joiner joins or keeps apart, as in Persian, Hindi or Sinhala.
    `(?=[\\p{L}\\p{M}])[^${UNJOINED}][\\u200C\\u200D\\uFE00]`,
  ].join("|"),
  "gu",
);

/** Direction controls, other invisible characters, blank ones, and halves of characters. */
const UNPRINTABLE = /[\p{Cc}\p{Zl}\p{Zp}\p{Cs}\p{Default_Ignorable_Code_Point}\u2800\uFFF9-\uFFFB]/u;
/** Line breaks of any kind. https://www.unicode.org/reports/tr14/#BK */
const BREAKS = /[\n\r\v\f\u0085\u2028\u2029]/;
/** Controls, and what turns the direction of the text around it; not line breaks and tabs. */
const HARMFUL = /(?![\n\t])[\p{Cc}\p{Cs}]|[\u202A-\u202E\u2066-\u2069\uFFF9-\uFFFB]|[\u{E0000}-\u{E007F}]/u;

export const ONE_LINE = "Must be one line of text";
export const VISIBLE = "Must not contain invisible characters";

/** Whether every character of a text can be seen, apart from spaces and what belongs to an emoji or a script. */
const isVisible = (text: string): boolean => !UNPRINTABLE.test(text.replace(SEQUENCES, ""));

/** The rule of every field that is one line: no line break, no control, nothing invisible. Any script and emoji pass. */
export const printableLine = () =>
  z.refine<string>((text) => isVisible(text), {
    error: ({ input }) => (BREAKS.test(String(input)) ? ONE_LINE : VISIBLE),
  });

/** The rule of a text of several lines: every line break becomes '\n'; no other control, nothing that turns direction. */
export const printableText = () => [
  z.overwrite((text: string) => text.replace(/\r\n|[\r\v\f\u0085\u2028\u2029]/g, "\n")),
  z.refine<string>((text) => !HARMFUL.test(text.replace(SEQUENCES, "")), VISIBLE),
];

/** A required line of text, trimmed. */
export const line = (required: string, max: number) =>
  z
    .string(required)
    .check(
      z.trim(),
      z.minLength(1, required),
      z.maxLength(max, `Must be at most ${max} characters`),
      printableLine(),
    );

/** A line of text, trimmed, that may be empty. */
export const optionalLine = (max: number) =>
  z.string().check(z.trim(), z.maxLength(max, `Must be at most ${max} characters`), printableLine());

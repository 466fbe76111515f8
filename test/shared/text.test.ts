import { describe, expect, test } from "vitest";
import * as z from "zod/mini";
import { line, ONE_LINE_ERROR, optionalLine, printableText, INVISIBLE_ERROR } from "../../shared/text.ts";

const Line = line("Name is required", 100);
const errorsOf = (schema: z.ZodMiniType, text: string) =>
  z.safeParse(schema, text).error?.issues.map(({ message }) => message);

describe("a line of text", () => {
  test.each([
    ["English", "O'Neil-Smith, Jr."],
    ["accents", "Zoë Ångström-Łukasiewicz"],
    ["accents as combining marks", "Zoe\u0308"],
    ["Vietnamese", "Nguyễn Thị Ánh"],
    ["Greek", "Ἑλένη Παπαδοπούλου"],
    ["Cyrillic", "Наталья Щербакова"],
    ["Hebrew with points", "שָׁלוֹם"],
    ["Arabic", "محمد الأمين"],
    ["Persian with a non-joiner", "علی\u200Cرضا می\u200Cخواهم"],
    ["Hindi", "श्रीमती ज्योति"],
    ["Marathi with a joiner", "सुर\u094D\u200Dया"],
    ["Bengali", "র\u200D\u09CDয"],
    ["Malayalam with a joiner at its end", "അവന\u0D4D\u200D"],
    ["Sinhala", "ශ\u0DCA\u200Dරී ලංකා"],
    ["Thai", "ธนกฤต ศรีสุข"],
    ["Tibetan", "བཀྲ་ཤིས"],
    ["Mongolian with a vowel separator", "ᠭᠣᠣᠯ\u180Eᠠ"],
    ["Myanmar", "အောင်ဆန်း"],
    ["Amharic", "ኃይለ ሥላሴ"],
    ["Japanese with a variation selector", "葛\u{E0100}城 さくら"],
    ["Chinese outside the basic plane", "𠮷野家"],
    ["Korean", "김민준"],
    ["a letter outside the basic plane", "𐐀 𝒜"],
    ["an emoji", "Tee 🥃"],
    ["an emoji with its selector", "Hot ♨️ ❤️ ©️ 1910"],
    ["a text emoji", "☺︎"],
    ["an emoji joined from several emoji", "👩🏽‍🚀 👨‍👩‍👧‍👦 🏳️‍🌈 🐻‍❄️ 👁️‍🗨️"],
    ["a flag", "🇺🇸"],
    ["the flag of a part of a country", "🏴󠁧󠁢󠁳󠁣󠁴󠁿"],
    ["a keycap", "3️⃣ #️⃣"],
    ["spaces of other widths", "A\u00A0B\u2009C\u3000D"],
    ["markup, which is text", '<b>& "x"</b>'],
  ])("may be %s", (_, text) => expect(errorsOf(Line, text)).toBeUndefined());

  test.each([
    ["a line feed", "a\nb"],
    ["a carriage return", "a\rb"],
    ["a next line", "a\u0085b"],
    ["a line separator", "a\u2028b"],
    ["a paragraph separator", "a\u2029b"],
  ])("may not contain %s, which is a line break", (_, text) =>
    expect(errorsOf(Line, text)).toEqual([ONE_LINE_ERROR]),
  );

  test.each([
    ["a tab", "a\tb"],
    ["NUL", "a\0b"],
    ["delete", "a\x7Fb"],
    ["a right-to-left override", "a\u202Egnp.exe"],
    ["an embedding", "a\u202Ab"],
    ["an isolate", "a\u2066b"],
    ["a zero-width space", "a\u200Bb"],
    ["a zero-width non-joiner in Latin", "a\u200Cb"],
    ["a zero-width joiner in Latin", "a\u200Db"],
    ["a joiner after a digit", "1\u200D2"],
    ["a joiner at the start", "\u200Dا"],
    ["two joiners", "ی\u200C\u200Cا"],
    ["a joiner after an emoji, with no emoji after it", "🥃\u200D"],
    ["a word joiner", "a\u2060b"],
    ["a byte order mark", "a\uFEFFb"],
    ["a soft hyphen", "a\u00ADb"],
    ["a Hangul filler", "a\u3164b"],
    ["a Hangul filler alone", "\u3164"],
    ["a halfwidth filler alone", "\uFFA0"],
    ["a Braille blank", "\u2800"],
    ["a combining grapheme joiner", "a\u034Fb"],
    ["a variation selector in Latin", "a\uFE0F"],
    ["flag tags without the closing tag", "\u{1F3F4}\u{E0041}\u{E0042}"],
    ["flag tags without the black flag before them", "a\u{E0041}\u{E0042}\u{E0043}\u{E007F}"],
    ["a language tag", "a\u{E0001}"],
    ["an annotation", "a\uFFF9b"],
    ["half of a surrogate pair", "a\uD800b"],
  ])("may not contain %s", (_, text) => expect(errorsOf(Line, text)).toEqual([INVISIBLE_ERROR]));

  test.each([
    ["a left-to-right mark", "\u200EAda", "Ada"],
    ["a right-to-left mark", "יוסי (ג'ו)\u200F ", "יוסי (ג'ו)"],
    ["an Arabic letter mark", "محمد\u061C 5", "محمد 5"],
  ])("loses %s, which some keyboards and copied names have", (_, text, storedText) => {
    expect(z.parse(Line, text)).toBe(storedText);
    expect(z.parse(optionalLine(100), text)).toBe(storedText);
  });

  test.each(["", "   ", "\u00A0\u3000", "\uFEFF", "\u200F"])(
    "without visible characters (%j) is refused as missing",
    (text) => expect(errorsOf(Line, text)?.[0]).toBe("Name is required"),
  );
});

describe("text of several lines", () => {
  const Text = z.string().check(...printableText());

  test("keeps its lines and tabs, and turns every kind of line break into \\n", () =>
    expect(z.parse(Text, "a\r\nb\rc\u2028d\u2029e\tf\n\ng")).toBe("a\nb\nc\nd\ne\tf\n\ng"));

  test.each(["علی\u200Cرضا", "👩🏽‍🚀 🏴󠁧󠁢󠁳󠁣󠁴󠁿", "pasted\u200Bfrom\u00ADa\u200Fpage"])("may be %j", (text) =>
    expect(z.parse(Text, text)).toBe(text),
  );

  test.each(["a\0b", "a\x1Bb", "a\x9Bb", "a\u202Eb", "a\u202Db", "a\u2067b", "a\uD800", "a\u{E0041}b"])(
    "may not be %j",
    (text) => expect(errorsOf(Text, text)).toEqual([INVISIBLE_ERROR]),
  );
});

import { describe, expect, test } from "vitest";
import { decodeText } from "../../lambdas/podcast/decode-text.ts";
import { parseXml } from "../../lambdas/podcast/feed-xml.ts";
import { recordingType, parseDate, parseDuration } from "../../lambdas/podcast/feed-values.ts";
import { parseChapters } from "../../lambdas/podcast/parse-chapters.ts";
import { parseFeed } from "../../lambdas/podcast/parse-feed.ts";
import { parseTranscript } from "../../lambdas/podcast/parse-transcript.ts";
import { plainText, safeUrl, toLine, toRichText } from "../../lambdas/podcast/rich-text.ts";
import { feedXml, itemXml } from "../support/feed-server.ts";

const NOW = new Date("2026-11-25T12:00:00Z");
const parseTestFeed = (xml: string) => parseFeed(xml, "https://feeds.example.org/show/feed.xml", NOW);
/** The episode of a feed with one item. */
const parseItem = (xml: string) => parseTestFeed(feedXml(xml)).episodes[0];

describe("a feed", () => {
  test("has all the data of an episode that the shop shows; relative URLs are resolved against the feed's URL", () => {
    const extraElements =
      "<itunes:duration>1:02:03</itunes:duration><itunes:season>2</itunes:season><itunes:episode>14</itunes:episode>" +
      '<itunes:explicit>true</itunes:explicit><itunes:image href="cover.jpg"/><link>https://example.org/14</link>' +
      '<podcast:chapters url="14.json" type="application/json+chapters"/>' +
      '<podcast:transcript url="14.html" type="text/html"/><podcast:transcript url="14.vtt" type="text/vtt"/>';
    expect(
      parseItem(
        itemXml({
          guid: "g",
          title: "A &amp; B",
          description: "<p>Hi</p>",
          audio: "a.mp3",
          extra: extraElements,
        }),
      ),
    ).toEqual({
      guid: "g",
      title: "A & B",
      summary: "Hi",
      description: [["Hi"]],
      publishedAt: "2026-01-01T00:00:00.000Z",
      audio: { url: "https://feeds.example.org/show/a.mp3", type: "audio/mpeg" },
      duration: 3723,
      season: 2,
      number: 14,
      isExplicit: true,
      link: "https://example.org/14",
      imageUrl: "https://feeds.example.org/show/cover.jpg",
      chaptersUrl: "https://feeds.example.org/show/14.json",
      transcript: { url: "https://feeds.example.org/show/14.vtt", type: "text/vtt" },
    });
  });

  test("uses the recording's URL in place of a missing guid, and skips repeated guids and items without a recording", () => {
    const { episodes, skipped } = parseTestFeed(
      feedXml(
        itemXml({ guid: "", audio: "x.mp3" }),
        itemXml({ guid: "two", title: "first" }),
        itemXml({ guid: "two", title: "second" }),
        "<item><guid>news</guid><title>No recording</title></item>",
      ),
    );
    expect(episodes.map(({ guid, title }) => [guid, title])).toEqual([
      ["https://feeds.example.org/show/x.mp3", "Untitled episode"],
      ["two", "first"],
    ]);
    expect(skipped).toBe(2);
  });

  /** The attack "billion laughs": entities that expand to many others. */
  const BILLION_LAUGHS = `<!DOCTYPE lolz [<!ENTITY lol "lol"><!ENTITY lol2 "&lol;&lol;&lol;">]>`;
  test.each([
    [
      "entities that expand to many others",
      BILLION_LAUGHS + feedXml(itemXml({ guid: "a", title: "&lol2;" })),
      "document type",
    ],
    ["an external entity", `<!DOCTYPE x SYSTEM "file:///etc/passwd">${feedXml()}`, "document type"],
    [
      "elements inside each other without end",
      feedXml("<a>".repeat(5000) + "</a>".repeat(5000)),
      "well-formed",
    ],
    ["an element that is not closed", feedXml("<item><title>A"), "well-formed"],
    ["a JSON document", `{"rss":{}}`, "not XML"],
    ["an Atom feed", "<feed xmlns='http://www.w3.org/2005/Atom'></feed>", "no channel"],
    ["text only", "Gone fishing", "not XML"],
  ])("with %s is refused", (_, xml, reason) => {
    expect(() => parseTestFeed(xml)).toThrow(reason);
  });

  test("keeps unknown entities and names such as __proto__ as text, and treats a document type in CDATA as text", () => {
    expect(parseItem(itemXml({ guid: "a", title: "A &unknown; &#128520; &#x0;" }))?.title).toBe(
      "A &unknown; 😈 �",
    );
    expect(parseItem(itemXml({ guid: "a", description: "<!DOCTYPE html><p>Text</p>" }))?.summary).toBe(
      "Text",
    );
    expect(parseItem(itemXml({ guid: "__proto__", title: "constructor" }))?.title).toBe("constructor");
  });

  test("with comments or CDATA sections that never end is refused within 5 s", () => {
    const startedAt = performance.now();
    expect(() => parseXml(`<rss>${"<![CDATA[".repeat(200_000)}`)).toThrow("not well-formed");
    expect(() => parseXml(`<rss>${"<!--".repeat(400_000)}`)).toThrow("not well-formed");
    expect(performance.now() - startedAt).toBeLessThan(5000);
  });

  test("is refused if it hides a document type between comments", () => {
    const feedWithHiddenType = "<!-- <![CDATA[ --><!DOCTYPE rss><!-- ]]> --><rss/>";
    expect(() => parseXml(feedWithHiddenType)).toThrow("document type");
  });

  test("of 5,000 items is parsed completely", () => {
    const items = Array.from({ length: 5000 }, (_, i) =>
      itemXml({ guid: `g${i}`, description: "<p>Text</p>" }),
    );
    expect(parseTestFeed(feedXml(...items)).episodes).toHaveLength(5000);
  });
});

describe("a description", () => {
  test.each([
    ["<p>One</p><p>Two<br>Three</p>", [["One"], ["Two"], ["Three"]]],
    ["One\nTwo\r\n\r\nThree", [["One"], ["Two"], ["Three"]]],
    [
      `<a href="https://a.example/?b=1&amp;c=2">Link</a>`,
      [[{ text: "Link", url: "https://a.example/?b=1&c=2" }]],
    ],
    [
      "See https://a.example/x.",
      [["See ", { text: "https://a.example/x", url: "https://a.example/x" }, "."]],
    ],
    [`<a href="javascript:alert(1)">x</a>`, [["x"]]],
    [`<a href="&#106;avascript:alert(1)">x</a>`, [["x"]]],
    [`<a href="java\nscript:alert(1)">x</a>`, [["x"]]],
    [`<a href="data:text/html,x">x</a>`, [["x"]]],
    ["a<script>alert(1)</script>b<style>p{}</style>", [["ab"]]],
    ["<img src=x onerror=alert(1)>hi", [["hi"]]],
    ["<p>&lt;script&gt;alert(1)&lt;/script&gt;</p>", [["<script>alert(1)</script>"]]],
    ["<!-- <p>no</p> -->yes", [["yes"]]],
    ["1 < 2 and 3 > 2", [["1 < 2 and 3 > 2"]]],
    ["a\u202Eb\u0000c", [["abc"]]],
    ["", []],
  ])("%j becomes the paragraphs %j", (html, text) => {
    expect(toRichText(html, 1000)).toEqual(text);
  });

  test.each([
    ["many unfinished tags", "<a ".repeat(20_000)],
    ["quotes that never end", '<a "'.repeat(15_000)],
    ["comments that never end", "<!--".repeat(15_000)],
    ["scripts that never end", "<script>".repeat(7_000)],
    ["addresses without end", "http://.".repeat(8_000)],
    ["a word almost as long as the part that is read", `${"a".repeat(59_999)} ${"b".repeat(1_000)}`],
  ])("with %s is converted in less than 2 s of CPU time", (_, description) => {
    const usageBefore = process.cpuUsage();
    toRichText(description, 20_000);
    const cpuMicroseconds = process.cpuUsage(usageBefore).user;
    expect(cpuMicroseconds).toBeLessThan(2_000_000);
  });

  test("has one text for a link with several elements", () => {
    expect(toRichText('<a href="https://a.example/">Our <b>new</b> tee</a>', 100)).toEqual([
      [{ text: "Our new tee", url: "https://a.example/" }],
    ]);
  });

  test.each([
    [
      "one long link with many parts",
      `<a href="https://a.example/${"p".repeat(1900)}">${"<b>x</b> ".repeat(6000)}`,
    ],
    ["many links", '<a href="https://a.example/">x</a> '.repeat(2000)],
    ["many relative links", "<a href=x>y</a>z".repeat(3700)],
  ])("of %s fits into an item of the table, and keeps its text", (_, html) => {
    const text = toRichText(html, 20_000, `https://feeds.example/${"p".repeat(200)}/feed.xml`);
    // The table's limit for an item is 400 KB. The rest is for the item's other attributes.
    expect(Buffer.byteLength(JSON.stringify(text))).toBeLessThan(300_000);
    expect(plainText(text).length).toBeGreaterThan(1900);
  });

  test.each([
    ["Read https://example.com/shop/summer-sale now", 30, [["Read"]]],
    [
      "Read https://example.com/ now",
      26,
      [["Read ", { text: "https://example.com/", url: "https://example.com/" }]],
    ],
    ["https://example.com/shop", 10, []],
    ["<p>Read <b>https://example.com/shop</b></p>", 20, [["Read"]]],
  ])("%s, cut at %s characters, has no link with a part of a URL", (text, max, paragraphs) => {
    expect(toRichText(text, max)).toEqual(paragraphs);
  });

  test("has no part of a link if its source is cut", () => {
    expect(toRichText('<p>Read <a href="https://example.com/shop">on</a></p>', 100, undefined, 32)).toEqual([
      ["Read"],
    ]);
    expect(toRichText("Read https://example.com/shop", 100, undefined, 24)).toEqual([["Read"]]);
  });

  test("has no text from behind the cut, even if that text is short enough", () => {
    const html = "<p>First <b>paragraph</b> of the text</p><p>https://example.com/a-long-path</p><p>Last</p>";
    expect(toRichText(html, 35)).toEqual([["First paragraph of the text"]]);
    expect(toRichText("One\nhttps://example.com/a-long-path\nTwo", 15)).toEqual([["One"]]);
  });

  test("that is shortened to one line does not end with half an emoji", () => {
    expect(toLine("abcd😀efgh", 6)).toBe("abcd…");
    expect(toLine("abcd😀ef", 8)).toBe("abcd😀ef");
  });

  test("is cut at its limit of UTF-16 units, but not in the middle of a character", () => {
    const [paragraph] = toRichText("😈".repeat(100), 51);
    expect(paragraph?.[0]).toBe("😈".repeat(25));
  });

  test.each([
    "ftp://a.example/",
    "https://user:pass@a.example/",
    "javascript:alert(1)",
    "",
    `https://a/${"x".repeat(3000)}`,
  ])("may not link to %s", (url) => {
    expect(safeUrl(url)).toBeUndefined();
  });
});

describe("a value in a feed:", () => {
  test.each([
    ["Thu, 05 Jan 2023 10:00:00 GMT", "2023-01-05T10:00:00.000Z"],
    ["Thurs, 5 Jan 2023 10:00:00 EST", "2023-01-05T15:00:00.000Z"],
    ["Do, 05 Jan 2023 10:00:00 +0100", "2023-01-05T09:00:00.000Z"],
    ["5 Sept 2023 10:00 CEST", "2023-09-05T08:00:00.000Z"],
    ["2023-01-05T10:00:00+02:00", "2023-01-05T08:00:00.000Z"],
    ["2023-01-05 10:00:00", "2023-01-05T10:00:00.000Z"],
    ["2023-01-05", "2023-01-05T00:00:00.000Z"],
    ["yesterday", undefined],
    ["", undefined],
    ["Fri, 01 Jan 9999 00:00:00 GMT", undefined],
  ])("the date %j is read as %j", (text, time) => {
    expect(parseDate(text, NOW)).toBe(time);
  });

  test.each([
    ["3723", 3723],
    ["62:03", 3723],
    ["1:02:03", 3723],
    [" 45.6 ", 46],
    ["0", undefined],
    ["-5", undefined],
    ["an hour", undefined],
    ["99999999999", undefined],
  ])("the duration %j is read as %j seconds", (text, seconds) => {
    expect(parseDuration(text)).toBe(seconds);
  });

  test.each([
    ["audio/mpeg", "https://a.example/x", "audio/mpeg"],
    ["", "https://a.example/x.mp3?y=1", "audio/mpeg"],
    ["application/pdf", "https://a.example/x.pdf", undefined],
    ["text/html", "https://a.example/x.mp3", undefined],
  ])("a file of type %j at %s has the recording type %j", (type, url, expected) => {
    expect(recordingType(type, url)).toBe(expected);
  });

  test.each([
    ["UTF-8", Buffer.from("é"), "", "é"],
    ["Windows-1252 without a declaration", Buffer.from([0x93, 0xe9, 0x94]), "", "“é”"],
    [
      "Latin 1 by its declaration",
      Buffer.from(`<?xml version="1.0" encoding="ISO-8859-1"?>é`, "latin1"),
      "",
      `<?xml version="1.0" encoding="ISO-8859-1"?>é`,
    ],
    [
      "UTF-8 that is declared as UTF-16",
      Buffer.from(`<?xml version="1.0" encoding="utf-16"?>é`),
      "text/xml",
      `<?xml version="1.0" encoding="utf-16"?>é`,
    ],
    ["UTF-16 with a byte order mark", Buffer.from("\uFEFF<é", "utf16le"), "", "<é"],
    ["the charset of the Content-Type", Buffer.from([0xe4]), "text/xml; charset=iso-8859-1", "ä"],
  ])("a file in %s is decoded", (_, bytes, type, text) => {
    expect(decodeText(bytes, type)).toBe(text);
  });

  test("a file in an unknown encoding is refused", () => {
    expect(() => decodeText(Buffer.from(`<?xml version="1.0" encoding="x-magic"?>`))).toThrow(
      "The file has the unknown encoding x-magic",
    );
  });
});

describe("chapters and transcripts", () => {
  test("chapters are sorted; invalid and hidden chapters are left out, and a file of another form is refused", () => {
    const chapters = [
      { startTime: 60, title: "B" },
      { startTime: 0, title: "A" },
      { startTime: -1, title: "C" },
      { startTime: 5, title: "Picture", toc: false },
      { startTime: "x", title: "D" },
    ];
    expect(parseChapters(JSON.stringify({ chapters }))).toEqual([
      { start: 0, title: "A" },
      { start: 60, title: "B" },
    ]);
    expect(() => parseChapters("[]")).toThrow();
  });

  test("a chapter or a part of a transcript may have the value null for what it does not have", () => {
    const chapters = [{ startTime: 0, title: "A", url: null, img: null, toc: null }];
    expect(parseChapters(JSON.stringify({ chapters }))).toEqual([{ start: 0, title: "A" }]);
    const segments = [
      { speaker: null, startTime: 5, endTime: null, body: "Hi." },
      { startTime: null, body: "Without a start." },
      { startTime: 1e300, body: "With a wrong start." },
      { startTime: 7, body: null },
      { startTime: 9, speaker: "Nora", body: "Hello." },
    ];
    expect(parseTranscript(JSON.stringify({ segments }), "application/json").parts).toEqual([
      { start: 5, text: "Hi." },
      { start: 9, speaker: "Nora", text: "Hello." },
    ]);
    expect(() => parseTranscript("[]", "application/json")).toThrow();
  });

  test.each([
    [
      "text/vtt",
      "WEBVTT\n\n1\n01:00:05.000 --> 01:00:06.000\n<v Nora>Hi &amp; <i>hello</i>",
      [{ start: 3605, speaker: "Nora", text: "Hi & hello" }],
    ],
    [
      "text/srt",
      "1\r00:00:05,000 --> 00:00:06,000\rHi\r\r2\r00:00:07,000 --> 00:00:08,000\rthere.",
      [{ start: 5, text: "Hi there." }],
    ],
    [
      "application/x-subrip",
      "1\r\n00:00:05,000 --> 00:00:06,000\r\nHi\r\n\r\n2\r\n00:00:07,000 --> 00:00:08,000\r\nthere.",
      [{ start: 5, text: "Hi there." }],
    ],
    [
      "application/json",
      `{"segments":[{"startTime":1.5,"speaker":"Dev","body":"Hi"}]}`,
      [{ start: 1, speaker: "Dev", text: "Hi" }],
    ],
    ["text/html", "<p>Hi</p><script>x()</script><p>there</p>", [{ text: "Hi" }, { text: "there" }]],
    ["text/plain", "Hi\n\nthere", [{ text: "Hi" }, { text: "there" }]],
  ])("a transcript of type %s becomes parts with its texts, times and speakers", (type, source, parts) => {
    expect(parseTranscript(source, type)).toEqual({ parts, isCut: false });
  });

  test("a transcript with times is cut after about 200,000 characters", () => {
    const cues = Array.from({ length: 60 }, () => `00:00:05.000 --> 00:00:06.000\n${"x".repeat(4000)}.`).join(
      "\n\n",
    );
    const { isCut, parts } = parseTranscript(cues, "text/vtt");
    expect(isCut).toBe(true);
    expect(parts.reduce((sum, { text }) => sum + text.length, 0)).toBeLessThanOrEqual(201_000);
  });

  test.each([
    ["text/plain", (text: string) => text],
    ["text/html", (text: string) => `<p>${text}</p>`],
    ["application/json", (body: string) => JSON.stringify({ segments: [{ startTime: 5, body }] })],
    ["text/vtt", (text: string) => `00:00:05.000 --> 00:00:06.000\n${text}`],
  ])("nothing of a long paragraph of a transcript of type %s is lost", (type, sourceOf) => {
    const words = Array.from({ length: 9_000 }, (_, i) => `word${i}`).join(" ");
    const text = `${words} ${"🥃".repeat(6_000)}`;
    const { parts, isCut } = parseTranscript(sourceOf(text), type);
    expect(isCut).toBe(false);
    expect(
      parts
        .map((part) => part.text)
        .join("")
        .replaceAll(" ", ""),
    ).toBe(text.replaceAll(" ", ""));
    for (const part of parts) {
      expect(part.text.length).toBeLessThanOrEqual(10_000);
      // A part that begins with a digit begins in the middle of a word.
      expect(part.text).not.toMatch(/^\d/);
      expect(part.start).toBe(type === "text/vtt" || type === "application/json" ? 5 : undefined);
    }
  });

  test("a transcript without text is refused", () => {
    expect(() => parseTranscript("WEBVTT", "text/vtt")).toThrow("no text");
  });

  test.each(["text/html", "text/plain"])(
    "a transcript of type %s is cut after 200,000 characters",
    (type) => {
      /** Parses `count` paragraphs of 999 characters. */
      const parseParagraphs = (count: number) => {
        const source = Array.from({ length: count }, () => `${"x".repeat(998)}.`).join("\n\n");
        const { parts, isCut } = parseTranscript(source, type);
        return [parts.length, isCut];
      };
      expect(parseParagraphs(150)).toEqual([150, false]);
      expect(parseParagraphs(300)).toEqual([200, true]);
    },
  );

  test.each(["text/plain", "text/vtt"])(
    "a long transcript of type %s fits into an item of the table",
    (type) => {
      const cueHeader = (i: number) =>
        type === "text/vtt" ? `00:0${i % 10}:00.000 --> 00:09:00.000\n<v ${i % 2 ? "Кузнец" : "Мария"}>` : "";
      const source = Array.from({ length: 1500 }, (_, i) => cueHeader(i) + "菌".repeat(120)).join("\n\n");
      const transcript = parseTranscript(source, type);
      expect(transcript.isCut).toBe(true);
      expect(Buffer.byteLength(JSON.stringify(transcript))).toBeLessThan(400_000);
    },
  );

  test("200 chapters with long links fit into the episode's item", () => {
    const url = `https://example.org/${"p".repeat(1900)}`;
    const chapters = Array.from({ length: 200 }, (_, startTime) => ({ startTime, title: "A", url }));
    const parsed = parseChapters(JSON.stringify({ chapters }));
    expect(parsed).toHaveLength(200);
    expect(Buffer.byteLength(JSON.stringify(parsed))).toBeLessThan(100_000);
  });
});

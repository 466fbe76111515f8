const characters = new Intl.Segmenter("en", { granularity: "grapheme" });

/** The longest start of a text that is at most `max` long, without half of a character that people see as one, such as an emoji. */
export function cutText(text: string, max: number): string {
  if (text.length <= max) return text;
  let start = "";
  for (const { segment } of characters.segment(text)) {
    if (start.length + segment.length > max) break;
    start += segment;
  }
  return start;
}

/** ms between two changes, for one scramble at most, and from one scramble to the next. */
export const TICK = 50;
export const LONGEST = 1200;
export const EVERY = 15_000;

const GLYPHS = "!<>-_/[]{}=+*?#$%&01";

/**
 * `text` as it stands after `elapsed` ms of a scramble: letters come to rest one after the other, the others are any
 * glyph (`random` gives 0 to below 1). Spaces stay, and so does the length.
 */
export function scrambled(text: string, elapsed: number, random: () => number): string {
  const settled = Math.floor((elapsed / (LONGEST - TICK)) * text.length);
  return [...text]
    .map((letter, at) =>
      at < settled || letter === " " ? letter : (GLYPHS[Math.floor(random() * GLYPHS.length)] ?? letter),
    )
    .join("");
}

/** The number of letters of a text's longest word. Browsers break a line after a hyphen. */
export const longestWordLength = (text: string): number =>
  Math.max(0, ...text.split(/\s+|(?<=[-–—])/).map((word) => word.length));

/**
 * The scale of a text with `letterCount` letters where `maxLetters` letters fit in full size: a style that sets `--scale`, from
 * 0 to 1. Without a style the text has its full size.
 */
export const scaleStyle = (letterCount: number, maxLetters: number): object | undefined =>
  letterCount > maxLetters ? { "--scale": maxLetters / letterCount } : undefined;

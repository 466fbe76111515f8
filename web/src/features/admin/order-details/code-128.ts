/**
 * The pattern of each symbol value: the widths of its bars and spaces, beginning with a bar. A width is a number of modules; a
 * module is the width of the narrowest bar. ISO/IEC 15417, table 1.
 */
const SYMBOLS = (
  "212222 222122 222221 121223 121322 131222 122213 122312 132212 221213 221312 231212 112232 122132 122231 " +
  "113222 123122 123221 223211 221132 221231 213212 223112 312131 311222 321122 321221 312212 322112 322211 " +
  "212123 212321 232121 111323 131123 131321 112313 132113 132311 211313 231113 231311 112133 112331 132131 " +
  "113123 113321 133121 313121 211331 231131 213113 213311 213131 311123 311321 331121 312113 312311 332111 " +
  "314111 221411 431111 111224 111422 121124 121421 141122 141221 112214 112412 122114 122411 142112 142211 " +
  "241211 221114 413111 241112 134111 111242 121142 121241 114212 124112 124211 411212 421112 421211 212141 " +
  "214121 412121 111143 111341 131141 114113 114311 411113 411311 113141 114131 311141 411131 211412 211214 " +
  "211232 2331112"
).split(" ");
const START_B = 104;
const STOP = 106;
/** The ASCII code of the space, with which code set B begins. The set has the printable characters of ASCII. */
const FIRST_CHARACTER_CODE = 32;

/**
 * The symbol values of a text in code set B: start, characters, check symbol, stop. Throws for an empty text, and
 * for characters that are not printable ASCII.
 */
export function code128Values(text: string): number[] {
  if (!/^[ -~]+$/.test(text)) throw new Error("Code set B has only printable ASCII characters");
  const values = Array.from(text, (character) => character.charCodeAt(0) - FIRST_CHARACTER_CODE);
  const checkValue = values.reduce((sum, value, i) => sum + value * (i + 1), START_B) % 103;
  return [START_B, ...values, checkValue, STOP];
}

/** A barcode without its empty margins: its width, and the position and width of each bar, in modules. */
export function code128Bars(text: string): { width: number; bars: { x: number; width: number }[] } {
  const widths = code128Values(text).flatMap((value) => Array.from(SYMBOLS[value] ?? "", Number));
  const bars: { x: number; width: number }[] = [];
  let x = 0;
  widths.forEach((width, i) => {
    if (i % 2 === 0) bars.push({ x, width });
    x += width;
  });
  return { width: x, bars };
}

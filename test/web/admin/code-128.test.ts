import { expect, test } from "vitest";
import { code128Bars, code128Values } from "../../../web/src/features/admin/order-details/code-128.ts";

test("a barcode has a start, the text's characters, a check symbol and a stop; a text that is not printable ASCII is refused", () => {
  // The check symbol of 'PJJ123C': https://en.wikipedia.org/wiki/Code_128#Check_digit_calculation, with start B.
  expect(code128Values("PJJ123C")).toEqual([104, 48, 42, 42, 17, 18, 19, 35, 55, 106]);
  for (const text of ["", "é", "a\nb"]) expect(() => code128Values(text)).toThrow("printable ASCII");
});

test("the symbol of every character has 11 modules, three bars whose widths have an even sum, and a pattern of its own", () => {
  const printable = Array.from({ length: 95 }, (_, i) => String.fromCharCode(32 + i));
  const patterns = printable.map((character) => {
    const { bars } = code128Bars(character);
    // The first three bars are the start symbol, and the next three the character.
    const symbol = bars.slice(3, 6).map(({ x, width }) => ({ x: x - 11, width }));
    expect(bars[6]?.x).toBe(22);
    expect(symbol[0]?.x).toBe(0);
    expect(symbol.reduce((sum, { width }) => sum + width, 0) % 2).toBe(0);
    return JSON.stringify(symbol);
  });
  expect(new Set(patterns).size).toBe(printable.length);
});

test("the barcode of an order id is 365 modules wide and ends with the four bars of the stop symbol", () => {
  const { width, bars } = code128Bars(`ord_${"0".repeat(26)}`);
  expect(width).toBe(32 * 11 + 13);
  expect(bars.slice(-4).map((bar) => bar.width)).toEqual([2, 3, 1, 2]);
});

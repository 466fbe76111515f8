/**
 * A film of a QR code for Chromium's fake camera: an uncompressed Y4M file, grey, with one picture that is repeated.
 */
import { writeFileSync } from "node:fs";
import { encode } from "uqr";

const [WIDTH, HEIGHT] = [640, 480];
/** The brightness of the wall, of the paper and of the ink, from 16 to 235. */
const [WALL, PAPER, INK] = [60, 225, 25];
const FRAMES = 10;

/** Writes a film of `code`, a little off the middle. `module` is the width of a module of the code in px. */
export function filmCode(path: string, code: string, module = 6): void {
  const { size, data } = encode(code, { ecc: "M", border: 4 });
  const luma = Buffer.alloc(WIDTH * HEIGHT, WALL);
  const [left, top] = [(WIDTH - size * module) / 2 + 20, (HEIGHT - size * module) / 2 - 10].map(Math.round);
  for (let y = 0; y < size * module; y++)
    for (let x = 0; x < size * module; x++) {
      const isDark = data[Math.floor(y / module)]?.[Math.floor(x / module)];
      luma[(y + (top ?? 0)) * WIDTH + x + (left ?? 0)] = isDark ? INK : PAPER;
    }
  const colors = Buffer.alloc((WIDTH * HEIGHT) / 2, 128);
  const frame = Buffer.concat([Buffer.from("FRAME\n"), luma, colors]);
  const header = Buffer.from(`YUV4MPEG2 W${WIDTH} H${HEIGHT} F10:1 Ip A1:1 C420jpeg\n`);
  writeFileSync(path, Buffer.concat([header, ...Array.from({ length: FRAMES }, () => frame)]));
}

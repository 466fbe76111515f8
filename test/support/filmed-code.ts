/**
 * A film of a QR code for Chromium's fake camera: an uncompressed gray Y4M file in which every frame is the same.
 */
import { writeFileSync } from "node:fs";
import { encode } from "uqr";

const [WIDTH, HEIGHT] = [640, 480];
/** The brightness of the wall, of the paper and of the ink, from 16 to 235. */
const [WALL, PAPER, INK] = [60, 225, 25];
const FRAME_COUNT = 10;

/** Writes a film of `code` slightly beside the middle of the picture. `moduleWidth` is the width of one module in px. */
export function filmCode(path: string, code: string, moduleWidth = 6): void {
  const { size, data } = encode(code, { ecc: "M", border: 4 });
  const luma = Buffer.alloc(WIDTH * HEIGHT, WALL);
  const [left, top] = [(WIDTH - size * moduleWidth) / 2 + 20, (HEIGHT - size * moduleWidth) / 2 - 10].map(
    Math.round,
  );
  for (let y = 0; y < size * moduleWidth; y++)
    for (let x = 0; x < size * moduleWidth; x++) {
      const isDark = data[Math.floor(y / moduleWidth)]?.[Math.floor(x / moduleWidth)];
      luma[(y + (top ?? 0)) * WIDTH + x + (left ?? 0)] = isDark ? INK : PAPER;
    }
  const colors = Buffer.alloc((WIDTH * HEIGHT) / 2, 128);
  const frame = Buffer.concat([Buffer.from("FRAME\n"), luma, colors]);
  const header = Buffer.from(`YUV4MPEG2 W${WIDTH} H${HEIGHT} F10:1 Ip A1:1 C420jpeg\n`);
  writeFileSync(path, Buffer.concat([header, ...Array.from({ length: FRAME_COUNT }, () => frame)]));
}

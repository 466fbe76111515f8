import { crc32, deflateSync } from "node:zlib";

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const GREYSCALE = 0;

function chunk(type: string, data: Buffer): Buffer {
  const content = Buffer.concat([Buffer.from(type, "latin1"), data]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  const checksum = Buffer.alloc(4);
  checksum.writeUInt32BE(crc32(content));
  return Buffer.concat([length, content, checksum]);
}

/** A row of pixels with one bit each, 1 for white, after the byte of the row's filter (none). `modules`: true for black. */
function rowOf(modules: readonly boolean[], scale: number): Buffer {
  const width = modules.length * scale;
  const row = Buffer.alloc(1 + Math.ceil(width / 8));
  for (let x = 0; x < width; x++)
    if (!modules[Math.floor(x / scale)]) row[1 + (x >> 3)] = (row[1 + (x >> 3)] ?? 0) | (0x80 >> (x & 7));
  return row;
}

/**
 * A PNG picture of black (true) and white squares of `scale` pixels, with 1 bit for each pixel.
 * https://www.w3.org/TR/png-3/
 */
export function pngOf(rows: readonly (readonly boolean[])[], scale: number): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE((rows[0]?.length ?? 0) * scale, 0);
  header.writeUInt32BE(rows.length * scale, 4);
  // The bit depth, the color type, and the default compression, filter and interlacing.
  header.set([1, GREYSCALE, 0, 0, 0], 8);
  const pixels = rows.flatMap((modules) => Array<Buffer>(scale).fill(rowOf(modules, scale)));
  return Buffer.concat([
    SIGNATURE,
    chunk("IHDR", header),
    chunk("IDAT", deflateSync(Buffer.concat(pixels))),
    chunk("IEND", Buffer.alloc(0)),
  ]);
}

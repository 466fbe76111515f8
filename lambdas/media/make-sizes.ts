import sharp from "sharp";
import type { ImageExtension } from "../../shared/upload.ts";
import { WIDTHS } from "./picture-files.ts";

// Uploads are untrusted: only these loaders of libvips are enabled, not SVG, PDF and others.
sharp.block({ operation: ["VipsForeignLoad"] });
sharp.unblock({
  operation: ["Jpeg", "Png", "Nsgif", "Webp"].map((format) => `VipsForeignLoad${format}Buffer`),
});

/** More than phone cameras make. Counts all frames. */
const MAX_PIXELS = 60_000_000;
const MAX_FRAMES = 200;
/** Longest edge of the picture itself, in pixels. */
const FULL = 1600;

const FORMAT = { jpeg: "jpeg", jpg: "jpeg", png: "png", gif: "gif" } as const satisfies Record<
  ImageExtension,
  string
>;

/** A file to write beside the others: `suffix` goes between the picture's name and its extension. */
export type Size = { suffix: string; extension: string; type: string; body: Buffer };

/** A picture is refused; the message is for the admin. */
export class Refused extends Error {
  override name = "Refused";
}

/**
 * Checks the format of a file and re-encodes it without its metadata (such as the location of a photo): upright, at most
 * 1600 px, with smaller copies as WebP. Animations stay. Throws Refused.
 */
export async function makeSizes(file: Buffer, extension: ImageExtension): Promise<Size[]> {
  const input = { limitInputPixels: MAX_PIXELS, failOn: "error", animated: true } as const;
  const { format, pages = 1 } = await readable(sharp(file, input).metadata());
  if (format !== FORMAT[extension]) throw new Refused(`This file is not a ${extension} picture.`);
  if (pages > MAX_FRAMES) throw new Refused(`An animation may have at most ${MAX_FRAMES} frames.`);
  const image = () => (pages > 1 ? sharp(file, input) : sharp(file, input).rotate());
  const inside = (edge: number) =>
    ({ width: edge, height: edge, fit: "inside", withoutEnlargement: true }) as const;

  const full = await readable(
    image().resize(inside(FULL)).toFormat(FORMAT[extension], { quality: 85 }).toBuffer(),
  );
  const small = WIDTHS.map(async (width) => ({
    suffix: `-${width}`,
    extension: "webp",
    type: "image/webp",
    body: await readable(image().resize(inside(width)).webp({ quality: 78 }).toBuffer()),
  }));
  const type = `image/${FORMAT[extension]}`;
  return [{ suffix: "", extension, type, body: full }, ...(await Promise.all(small))];
}

/** Errors of libvips mean an invalid file. */
async function readable<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    const text = error instanceof Error ? error.message : String(error);
    throw new Refused(
      /pixel limit/i.test(text)
        ? "This picture has too many pixels."
        : "This file is not a picture that we can read.",
      { cause: error },
    );
  }
}

import sharp from "sharp";
import type { ImageExtension } from "../../shared/upload.ts";
import { COPY_EDGES } from "./picture-files.ts";

// Uploads are untrusted: only these loaders of libvips are enabled, not SVG, PDF and others.
sharp.block({ operation: ["VipsForeignLoad"] });
sharp.unblock({
  operation: ["Jpeg", "Png", "Nsgif", "Webp"].map((format) => `VipsForeignLoad${format}Buffer`),
});

// By default, libvips keeps the last hundred operations with their decoders. The decoder of a progressive JPEG with 60 million
// pixels has 350 MB, which libvips does not count towards the cache's limit of 50 MB.
sharp.cache(false);

/** More pixels than the usual pictures of phone cameras have. */
const MAX_PIXELS = 60_000_000;
/**
 * The limit for all frames of an animation together. It is lower than MAX_PIXELS, because encoding the frames
 * takes much longer than encoding a photo.
 */
const MAX_ANIMATION_PIXELS = 20_000_000;
const MAX_FRAMES = 200;
/** The longest edge of the largest size, in pixels. */
const MAX_EDGE = 1600;

const FORMAT = { jpeg: "jpeg", jpg: "jpeg", png: "png", gif: "gif", webp: "webp" } as const satisfies Record<
  ImageExtension,
  string
>;

/** One size of a picture: `suffix` goes between the picture's name and the extension. */
export type PictureSize = { suffix: string; extension: string; type: string; body: Buffer };

/** An upload that is refused. The message is for the admin. */
export class RefusedUpload extends Error {
  override name = "RefusedUpload";
}

/**
 * Checks the format of a file and re-encodes the picture without metadata (such as the location of a
 * photo): upright, at most 1600 px, with smaller copies as WebP. Animations stay animated. Throws RefusedUpload if the
 * file is not a picture of the format `extension`, or has too many pixels or frames.
 */
export async function makeSizes(file: Buffer, extension: ImageExtension): Promise<PictureSize[]> {
  const input = { limitInputPixels: MAX_PIXELS, failOn: "error", animated: true } as const;
  const { format, pages = 1, width = 0, height = 0 } = await refuseInvalid(sharp(file, input).metadata());
  if (format !== FORMAT[extension]) throw new RefusedUpload(`This file is not a ${extension} picture.`);
  if (pages > MAX_FRAMES) throw new RefusedUpload(`An animation may have at most ${MAX_FRAMES} frames.`);
  // `height` is the height of all frames together.
  if (pages > 1 && width * height > MAX_ANIMATION_PIXELS)
    throw new RefusedUpload("This animation has too many pixels: make it smaller or shorter.");
  // `rotate` without an angle turns a photo upright by its metadata.
  const openImage = () => (pages > 1 ? sharp(file, input) : sharp(file, input).rotate());
  const fitInside = (edge: number) =>
    ({ width: edge, height: edge, fit: "inside", withoutEnlargement: true }) as const;

  const largestBody = await refuseInvalid(
    openImage().resize(fitInside(MAX_EDGE)).toFormat(FORMAT[extension], { quality: 85 }).toBuffer(),
  );
  const type = `image/${FORMAT[extension]}`;
  const sizes: PictureSize[] = [{ suffix: "", extension, type, body: largestBody }];
  // One after another, because each decoding may need 500 MB, and the function handles two pictures at the same time.
  for (const edge of COPY_EDGES)
    sizes.push({
      suffix: `-${edge}`,
      extension: "webp",
      type: "image/webp",
      body: await refuseInvalid(openImage().resize(fitInside(edge)).webp({ quality: 78 }).toBuffer()),
    });
  return sizes;
}

/** Turns an error from libvips into a refusal, because only the file can be its cause. */
async function refuseInvalid<T>(promise: Promise<T>): Promise<T> {
  try {
    return await promise;
  } catch (error) {
    const text = error instanceof Error ? error.message : String(error);
    throw new RefusedUpload(
      /pixel limit/i.test(text)
        ? "This picture has too many pixels."
        : "This file is not a picture that we can read.",
      { cause: error },
    );
  }
}

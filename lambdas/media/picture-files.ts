/** Widths of the smaller copies that are made of each picture, in pixels. */
export const WIDTHS = [400, 800] as const;

const URL = /^\/media\/(products\/(upl_[0-9A-Z]{26}))\.(jpe?g|png|gif)$/;

/** The upload of a picture; undefined for pictures that were not uploaded, such as seeded ones. */
export const uploadIdOf = (imageUrl: string): string | undefined => URL.exec(imageUrl)?.[2];

/** Every file of an uploaded picture, by its key in the bucket. */
export function filesOf(imageUrl: string): string[] {
  const [, base, , extension] = URL.exec(imageUrl) ?? [];
  if (base === undefined || extension === undefined) return [];
  return [`${base}.${extension}`, ...WIDTHS.map((width) => `${base}-${width}.webp`)];
}

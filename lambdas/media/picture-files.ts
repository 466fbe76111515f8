import { EXTENSION_PATTERN } from "../../shared/upload.ts";

/** The longest edges of the smaller copies that are made of each picture, in pixels. */
export const COPY_EDGES = [400, 800] as const;

const PICTURE_URL = new RegExp(`^/media/(products/(upl_[0-9A-Z]{26}))\\.(${EXTENSION_PATTERN})$`);

/** The id of a picture's upload; undefined for pictures that were not uploaded, such as seeded ones. */
export const uploadIdOf = (imageUrl: string): string | undefined => PICTURE_URL.exec(imageUrl)?.[2];

/** The keys of all files of an uploaded picture in the bucket. */
export function filesOf(imageUrl: string): string[] {
  const [, base, , extension] = PICTURE_URL.exec(imageUrl) ?? [];
  if (base === undefined || extension === undefined) return [];
  return [`${base}.${extension}`, ...COPY_EDGES.map((edge) => `${base}-${edge}.webp`)];
}

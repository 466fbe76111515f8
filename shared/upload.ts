import * as z from "zod/mini";
import { apiMessages } from "./api-messages.ts";

const MAX_IMAGE_MB = 5;
/** The size of the largest picture that is uploaded, in bytes. The form makes larger pictures smaller. */
export const MAX_IMAGE_BYTES = MAX_IMAGE_MB * 1_048_576;
export const IMAGE_TOO_LARGE = `File size must be less than ${MAX_IMAGE_MB}MB`;
/** The most pictures that an admin can drop on the form at once. */
export const MAX_IMAGES_PER_DROP = 5;

/** The accepted file extensions and their media types. */
export const IMAGE_TYPES = {
  jpeg: "image/jpeg",
  jpg: "image/jpeg",
  png: "image/png",
  gif: "image/gif",
  webp: "image/webp",
} as const satisfies Record<string, `image/${string}`>;
export type ImageExtension = keyof typeof IMAGE_TYPES;

/** The extensions as a part of a regular expression. */
export const EXTENSION_PATTERN = Object.keys(IMAGE_TYPES).join("|");
const EXTENSION = new RegExp(`\\.(${EXTENSION_PATTERN})$`, "i");

/** The extension of a file name in lower case; undefined if the shop does not accept such files. */
export const extensionOf = (fileName: string): ImageExtension | undefined =>
  EXTENSION.exec(fileName)?.[1]?.toLowerCase() as ImageExtension | undefined;

/** A picture to upload. The form and the server use this schema. */
export const UploadRequest = z
  .object({
    fileName: z.string().check(z.minLength(1), z.maxLength(255), z.regex(EXTENSION, apiMessages.imageOnly)),
    contentType: z.enum([...new Set(Object.values(IMAGE_TYPES))], apiMessages.imageOnly),
    size: z.int().check(z.positive(), z.lte(MAX_IMAGE_BYTES, IMAGE_TOO_LARGE)),
  })
  .check(
    z.refine(
      ({ fileName, contentType }) => {
        const extension = extensionOf(fileName);
        return extension !== undefined && IMAGE_TYPES[extension] === contentType;
      },
      { error: apiMessages.imageOnly, path: ["contentType"] },
    ),
  );
export type UploadRequest = z.infer<typeof UploadRequest>;

/**
 * `url` and `fields`: of the form that posts a picture to S3, with the file after these fields. `imageUrl`: of the processed
 * picture.
 */
export const UploadForm = z.object({
  uploadId: z.string(),
  url: z.string(),
  fields: z.record(z.string(), z.string()),
  imageUrl: z.string(),
});
export type UploadForm = z.infer<typeof UploadForm>;

export const UploadState = z.object({
  status: z.enum(["waiting", "ready", "refused"]),
  reason: z.optional(z.string()),
  imageUrl: z.string(),
});
export type UploadState = z.infer<typeof UploadState>;

import { apiMessages } from "../../../../../shared/api-messages.ts";
import { adminMessages } from "../admin-messages.ts";
import {
  IMAGE_TOO_LARGE,
  IMAGE_TYPES,
  MAX_IMAGE_BYTES,
  MAX_IMAGES_PER_DROP,
} from "../../../../../shared/upload.ts";

/** An error that react-dropzone reports for a file. */
type FileError = { code: string };

const TYPE_RULE = `File type must be ${Object.keys(IMAGE_TYPES).join(", ")}`;

/** The message for a rejected file. `type` is the media type that the browser reports for the file. */
export function fileProblem({ code }: FileError, type: string): string {
  switch (code) {
    case "file-invalid-type":
      return type.startsWith("image/") ? TYPE_RULE : `${apiMessages.imageOnly}. ${TYPE_RULE}`;
    case "file-too-small":
      return "File is smaller than 1 bytes";
    case "too-many-files":
      return `Too many files. At most ${MAX_IMAGES_PER_DROP} at once`;
    default:
      return adminMessages.uploadFailed;
  }
}

/** The message for a file that could not be made small enough: it stays too large, is animated, or this browser cannot read it. */
export const tooLargeText = `${IMAGE_TOO_LARGE}. File is larger than ${MAX_IMAGE_BYTES} bytes and could not be made smaller`;

/** The message for a file of a type that neither the server nor this browser can read. */
export const unreadableText = `${TYPE_RULE}, or one that this browser can read`;

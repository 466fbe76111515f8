import { messages } from "../../../../../shared/messages.ts";
import { IMAGE_TYPES, MAX_IMAGE_BYTES, MAX_IMAGES_PER_DROP } from "../../../../../shared/upload.ts";

/** A rejection of react-dropzone. */
type Rejection = { code: string };

const EXTENSIONS = Object.keys(IMAGE_TYPES).join(", ");

/** The message for a rejected file. `type` is the media type that the browser guesses. */
export function fileProblem({ code }: Rejection, type: string): string {
  switch (code) {
    case "file-invalid-type": {
      const must = `File type must be ${EXTENSIONS}`;
      return type.startsWith("image/") ? must : `${messages.imageOnly}. ${must}`;
    }
    case "file-too-large":
      return `${messages.imageTooLarge}. File is larger than ${MAX_IMAGE_BYTES} bytes`;
    case "file-too-small":
      return "File is smaller than 1 bytes";
    case "too-many-files":
      return `Too many files. At most ${MAX_IMAGES_PER_DROP} at once`;
    default:
      return messages.uploadFailed;
  }
}

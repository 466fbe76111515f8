import { messages } from "../../../../../shared/messages.ts";
import { IMAGE_TYPES, MAX_IMAGE_BYTES, MAX_IMAGES_PER_DROP } from "../../../../../shared/upload.ts";

/** An error that react-dropzone reports for a file. */
type FileError = { code: string };

const EXTENSIONS = Object.keys(IMAGE_TYPES).join(", ");

/** The message for a rejected file. `type` is the media type that the browser reports for the file. */
export function fileProblem({ code }: FileError, type: string): string {
  switch (code) {
    case "file-invalid-type": {
      const typeRule = `File type must be ${EXTENSIONS}`;
      return type.startsWith("image/") ? typeRule : `${messages.imageOnly}. ${typeRule}`;
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

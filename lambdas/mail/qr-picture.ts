import { encode } from "uqr";
import type { MailQrCode } from "../../shared/mails/mail.ts";
import { pngOf } from "../lib/png.ts";
import type { MailAttachment } from "../lib/ses.ts";

/** The white margin in modules, the squares of a QR code. https://www.iso.org/standard/62021.html asks for four. */
const QUIET_ZONE = 4;
/** The width of a module in pixels. The code of a ticket has 49 modules with its quiet zone, so its picture has 392 pixels. */
const MODULE_SIZE = 8;

/** A QR code as a picture inside a mail. SES refuses attachments without a file name. */
export function qrPicture({ contentId, text }: MailQrCode): MailAttachment {
  const { data } = encode(text, { ecc: "M", border: QUIET_ZONE });
  return {
    FileName: `${contentId}.png`,
    ContentType: "image/png",
    ContentDisposition: "INLINE",
    ContentId: contentId,
    ContentTransferEncoding: "BASE64",
    RawContent: pngOf(data, MODULE_SIZE).toString("base64"),
  };
}

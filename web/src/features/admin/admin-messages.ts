import { ApiError } from "../../api-error.ts";
import { messages } from "../../../../shared/messages.ts";

/** Texts that only the back office shows. Texts that all pages share are in `shared/messages.ts`. */
export const adminMessages = {
  wrongCode: "That code is wrong or has expired. Please try again.",
  wrongPassword: "Your current password is wrong.",
  weakPassword: "Please choose a stronger password.",
  passwordsDiffer: "Passwords must match",
  codeRequired: "Code is required",
  codeSent: "If this address has an account, a code is on its way to it.",
  passwordChanged: "Your password was changed. Please sign in with it.",
  stepUnsupported: "This account needs a step that this page does not know. Please ask whoever set it up.",
  startFailed: "The back office could not be started.",
  sessionEnded: "Your session has ended. Nothing on this page is lost: sign in, and it goes on.",
  nothingLost: "Nothing on this page is lost.",
  stillUploading: "Images are still being uploaded. Please save when they are there.",
  checkFields: "Please check the marked fields.",
} as const;

/** The password policy of the user pool. */
export const PASSWORD_RULES =
  "At least 12 characters, with upper and lower case letters, a digit and a symbol.";

/** The message for the user about a failed call. */
export const errorText = (error: unknown): string =>
  error instanceof ApiError ? error.message : messages.internal;

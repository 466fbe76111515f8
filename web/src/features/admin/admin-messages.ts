import { ApiError } from "../../api-error.ts";
import { messages } from "../../../../shared/messages.ts";

/** Texts of the back office. The door also shows the texts about the sign-in. Texts of other pages are in `shared/messages.ts`. */
export const adminMessages = {
  wrongCode: "That code is wrong or has expired. Please try again.",
  wrongPassword: "Your current password is wrong.",
  weakPassword: "Please choose a stronger password.",
  spaceAround: "A password cannot begin or end with a space.",
  passwordsDiffer: "Passwords must match",
  secondFactorRequired:
    "This shop requires a second factor, so it cannot be turned off. Set up a new phone to replace it.",
  codeRequired: "Code is required",
  codeSent: "If this address has an account, a code is on its way to it.",
  passwordChanged: "Your password was changed. Please sign in with it.",
  stepUnsupported:
    "This account needs a step that this page does not know. Please ask an operator of the shop.",
  startFailed: "The back office could not be started.",
  sessionEnded: "Your session has ended. Nothing on this page is lost: sign in, and it goes on.",
  nothingLost: "Nothing on this page is lost.",
  stillUploading: "Images are still being uploaded. Please save when they are there.",
  checkFields: "Please check the marked fields.",
  signInTooMany:
    "Too many login attempts. Please try again in a few minutes or reset your password if you've forgotten it.",
  signInInvalid: "Invalid email or password. Please try again.",
  invitationExpired: "Your temporary password has expired. Please ask for a new invitation.",
  stillInvited:
    "This account still has the temporary password from its invitation. Please sign in with it, or ask for a new invitation.",
  signInBadEmail: "Please enter a valid email address.",
  signInExpired:
    "The sign-in has ended, for example because it took too long. Please enter your password again.",
  signInUnexpected: "An unexpected error occurred. Please try again later.",
  signInFailed: "Failed to sign in",
  signInSuccess: "Login successful! Redirecting...",
  signOutFailed: "Failed to sign out",
  ordersFailed: "Error fetching orders",
  statusFailed: "Failed to update order status. Please try again.",
  cancelledWithoutAnswer:
    "No answer from the shop, but the order is cancelled now. Please check its refund and its stock.",
  invalidOrderId: "Invalid order ID",
  productDeleteFailed: "Error deleting product",
  productSaveFailed: "Failed to save product",
  uploadFailed: "Failed to upload images",
  copyFailed: "The browser did not allow copying. Please select the text and copy it.",
  fileTooLarge: "This file is too large for a list of tracking numbers.",
  fileUnreadable: "This file could not be read.",
  acknowledgeFailed: "Failed to acknowledge. Please try again.",
  answerFailed: "The answer could not be sent.",
  noteFailed: "Failed to save the note.",
  trackingFailed: "Failed to save the tracking number.",
  packingFailed: "Failed to save. Please try again.",
  mailFailed: "Failed to send. Please try again.",
  refundFailed: "Failed to refund. Please try again.",
  undoFailed: "Failed to undo. Please try again.",
  undoTooLate: "It is too late to undo this change. Please set the status again.",
  notUndone: "Not undone: it is too late to undo this change. Please set the status again.",
  undoUnknown:
    "No answer from the shop, and it is too late to undo this change again. Please check the order's status.",
  undoneAfterMail: "Undone, but the email may have been sent.",
  batchUndoTooLate: "Too late to undo",
  savedWithoutAnswer: "No answer from the shop, but the order has this change now.",
  unknownIfSaved: "No answer from the shop: the change may have been made. Please check the order.",
  changedByOthers: "Others changed this order at the same moment. Please try again.",
  batchChangeFailed: "This did not work.",
  noPackingSlip: "None of these orders has a packing slip.",
  noItemsToShip: "None of these orders has items to ship.",
  tooManyOrders: (maxCount: number) => `At most ${maxCount} orders at once: choose fewer.`,
} as const;

/** The password policy of the user pool. */
export const PASSWORD_RULES =
  "At least 12 characters, with upper and lower case letters, a digit and a symbol.";

/** The message for the user about a failed call; `fallback` for an error that is not an `ApiError`. */
export const errorText = (error: unknown, fallback: string = messages.internal): string =>
  error instanceof ApiError ? error.message : fallback;

/** Like `errorText`, but the server's message about `field`, if there is one. */
export const fieldErrorText = (error: unknown, field: string, fallback: string): string =>
  (error instanceof ApiError ? error.fields[field] : undefined) ?? errorText(error, fallback);

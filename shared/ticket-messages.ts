/** Messages of the API for tickets. They are not in messages.ts, because every page loads that file first. */
export const ticketMessages = {
  off: "This stage issues no tickets.",
  unknown: "This is not a code of a ticket.",
  alreadyMoved: "This ticket was already sent to somebody else. Its code is not valid any more.",
  used: "Someone was let in with this ticket, so it cannot be sent to somebody else.",
  void: "This ticket is not valid any more.",
  over: "The event is over.",
  tooManyTransfers: (most: number) => `A ticket can be sent to somebody else at most ${most} times.`,
  /** The address is of somebody else, so the message does not say whether its owner called a mail spam. */
  addressTakesNoMail: "We cannot send mail to this address. Please check it, or use another one.",
  noAddress: "There is no email address for this ticket any more, because the holder's data was erased.",
  alreadyIn: "Someone was already let in with this ticket.",
  requestReused: "This request was already used for other tickets. Close this form and open it again.",
} as const;

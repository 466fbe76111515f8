/** The messages about discount codes, for customers and for the back office. */
export const discountMessages = {
  unknown: "We do not know this code. Please check its spelling.",
  endedByAdmin: "This code is no longer valid.",
  notYet: (from: string) => `This code is valid from ${from}.`,
  over: (until: string) => `This code was valid until ${until}.`,
  usedUp: "This code has been used up.",
  usedByCustomer: "This email address has already used this code.",
  otherGoods: (categories: string) => `This code is only for: ${categories}.`,
  belowMinimum: (least: string) => `This code needs items for ${least} or more.`,
  tooLittleLeft: (remainder: string, minimum: string) =>
    `With this code ${remainder} would be left to pay, and cards take ${minimum} or more. Add an item, or leave the code out.`,
  enterCode: "Enter a code",
  codeRequired: "Enter a code, or the number of codes",
  codeFormat: "3 to 30 letters, digits and hyphens",
  codeTaken: "This code exists already",
  requestReused: "This request was already used for another discount. Close this form and open it again.",
  wholeNumber: (name: string, max: number) =>
    `${name} must be a whole number from 1 to ${max.toLocaleString("en-US")}`,
  percentOrAmount: "Enter a percentage or an amount",
  noCategory: "Name a category, or leave the categories out for all items",
  untilAfterFrom: "Must be after the start",
  untilPassed: "Must be in the future",
  tooManyDiscounts: (most: number) => `At most ${most} discounts can run at the same time. End one first.`,
} as const;

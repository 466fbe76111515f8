/** Recognizes a carrier by the format and the check digit of a tracking number. */

const digitsOf = (text: string): number[] => Array.from(text, Number);

/** UPS: '1Z', 15 characters and a check digit. A letter counts as its code in ASCII minus 63, modulo 10. */
function isUps(number: string): boolean {
  if (!/^1Z[0-9A-Z]{15}\d$/.test(number)) return false;
  const values = Array.from(number.slice(2, -1), (character) =>
    /\d/.test(character) ? Number(character) : (character.charCodeAt(0) - 63) % 10,
  );
  const sum = values.reduce((total, value, i) => total + value * (i % 2 === 0 ? 1 : 2), 0);
  return (10 - (sum % 10)) % 10 === Number(number.at(-1));
}

/** GS1's check digit: from the right, weights of 3 and 1. https://www.gs1.org/services/how-calculate-check-digit-manually */
function hasGs1Check(number: string): boolean {
  const digits = digitsOf(number);
  const checkDigit = digits.pop();
  const sum = digits.toReversed().reduce((total, digit, i) => total + digit * (i % 2 === 0 ? 3 : 1), 0);
  return (10 - (sum % 10)) % 10 === checkDigit;
}

/** USPS: 22 digits that begin with 91 to 95, perhaps after the digits 420 and a ZIP code; or an international number. */
const isUsps = (number: string): boolean => {
  const label = number.replace(/^420(?:\d{5}|\d{9})(?=9[1-5]\d{20}$)/, "");
  return (/^9[1-5]\d{20}$/.test(label) && hasGs1Check(label)) || isUspsInternational(number);
};

/** Universal Postal Union, S10: two letters, eight digits, a check digit, 'US'. */
function isUspsInternational(number: string): boolean {
  const [, serial = "", checkDigit] = /^[A-Z]{2}(\d{8})(\d)US$/.exec(number) ?? [];
  if (checkDigit === undefined) return false;
  const weights = [8, 6, 4, 2, 3, 5, 9, 7];
  const sum = digitsOf(serial).reduce((total, digit, i) => total + digit * (weights[i] ?? 0), 0);
  const difference = 11 - (sum % 11);
  // The differences 10 and 11 have two digits: the check digit is then 0 or 5.
  if (difference === 10) return checkDigit === "0";
  return Number(checkDigit) === (difference === 11 ? 5 : difference);
}

/** FedEx Express: 12 digits with weights of 1, 3 and 7 from the right, modulo 11. FedEx Ground: 15 digits, GS1. */
function isFedEx(number: string): boolean {
  if (/^\d{15}$/.test(number)) return hasGs1Check(number);
  if (!/^\d{12}$/.test(number)) return false;
  const digits = digitsOf(number);
  const checkDigit = digits.pop();
  const sum = digits.toReversed().reduce((total, digit, i) => total + digit * ([1, 3, 7][i % 3] ?? 0), 0);
  return (sum % 11) % 10 === checkDigit;
}

const CARRIERS = [
  { carrier: "UPS", matches: isUps, url: "https://www.ups.com/track?tracknum=" },
  { carrier: "USPS", matches: isUsps, url: "https://tools.usps.com/go/TrackConfirmAction?tLabels=" },
  { carrier: "FedEx", matches: isFedEx, url: "https://www.fedex.com/fedextrack/?trknbr=" },
] as const;

/**
 * The carrier of a tracking number, and its page about the parcel; undefined if no carrier of CARRIERS has such numbers.
 */
export function trackingLink(tracking: string): { carrier: string; url: string } | undefined {
  const number = tracking.replaceAll(/[\s-]/g, "").toUpperCase();
  const match = CARRIERS.find(({ matches }) => matches(number));
  return match && { carrier: match.carrier, url: match.url + encodeURIComponent(number) };
}

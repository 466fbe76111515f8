import { withoutChoiceLabels } from "../../../../../shared/site/search.ts";
import { stateCodeOf, stateNames } from "../../../../../shared/us-states.ts";
import { shopZoneNames } from "../../../../../shared/zoned-time.ts";
import type { OrderEntry } from "../orders/order-index.ts";
import { joinWords, normalizeForSearch } from "../../../normalize-for-search.ts";
import { phoneDigits } from "../orders/search-text.ts";

/** A search without letters is a phone number if it has at least this many digits. */
const MIN_PHONE_DIGITS = 7;
/** A word that may be the end of an order id. With fewer than four characters, it would match too many orders. */
const ID_END = /^[_0-9a-z]{4,}$/;

/** The names of the shop's time zone ('est', 'edt') as alternatives of a regular expression. */
const ZONES = shopZoneNames.map((name) => normalizeForSearch(name).replace("+", String.raw`\+`)).join("|");
const MONTHS =
  "jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|" +
  "aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?";
/** 'nov 22', 'november 22, 2026' or 'nov 22, 2026 11:59 est'. The comma and digits of the minutes may be missing. */
const DATE = new RegExp(
  String.raw`\b(${MONTHS}) +(\d{1,2}),?` +
    String.raw`(?: +(\d{4})(?: +(\d{1,2}:\d{0,2})(?: +(?:${ZONES}))?)?)?(?!\S)`,
  "g",
);

/** The full name of a US state. */
const STATE_NAME = new RegExp(String.raw`(?<!\S)(?:${stateNames.join("|").toLowerCase()})(?![^\s,])`, "g");

type Matcher = (entry: OrderEntry) => boolean;

/**
 * A date in the format of the order's text. The day is padded with a 0 only if a year follows, because without a year the user
 * may still be typing the day.
 */
const dateText = (month = "", day = "", year = "", time = ""): string =>
  [`${month.slice(0, 3)} ${year ? `${day.padStart(2, "0")},` : day}`, year, time].filter(Boolean).join(" ");

/** The words of a search. A date counts as one word, so that 'nov 22' does not find a 22 in a phone number. */
function wordsOf(search: string): string[] {
  const dates = [...search.matchAll(DATE)].map(([, ...parts]) => dateText(...parts));
  const words = search
    .replaceAll(DATE, " ")
    .split(/\s+/)
    .map((word) => word.replace(/^[#(]+/, "").replace(/[),;]+$/, ""));
  return [...dates, ...words].filter((word) => word !== "");
}

/** Matches a word. `typedWord` still has the hyphens and apostrophes that are removed from `word`. */
function textMatcher(typedWord: string, word: string): Matcher {
  if (word.includes("@"))
    return ({ order, searchText }) =>
      order.customer.email.toLowerCase().includes(typedWord) || searchText.includes(word);
  if (word.startsWith("ord_"))
    return ({ id, searchText }) => id.toLowerCase().startsWith(word) || searchText.includes(word);
  if (!ID_END.test(word)) return ({ searchText }) => searchText.includes(word);
  const idEnd = word.toUpperCase();
  return ({ id, searchText }) => searchText.includes(word) || id.endsWith(idEnd);
}

/** Matches addresses with the state's code, and texts with the state's name. */
function stateMatcher(name: string): Matcher {
  const codeInAddress = `, ${stateCodeOf(name) ?? name} `.toLowerCase();
  return ({ searchText }) => searchText.includes(codeInAddress) || searchText.includes(name);
}

/** Matches a word of the search. 'tickets', or a part such as 'tick', also matches orders for which `containsTicket` is true. */
function wordMatcher(typedWord: string, containsTicket: Matcher): Matcher {
  const word = joinWords(typedWord);
  const matchesText = textMatcher(typedWord, word);
  return "tickets".includes(word) ? (entry) => matchesText(entry) || containsTicket(entry) : matchesText;
}

/**
 * Matches orders that contain each word of the search. The words are searched in the order's `searchText` and at the end of
 * the order id. In addition:
 * - A word with '@' is searched in the whole email address, also in its domain.
 * - A word that starts with 'ord_' matches the start of the order id.
 * - 'tickets' matches an order for which `containsTicket` is true.
 * - The full name of a state matches addresses with the state's code.
 * - A date counts as one word.
 *
 * A search without letters that has at least MIN_PHONE_DIGITS digits is not split into words, because it may be a phone number.
 * Apostrophes, hyphens, accents, a '#' before a word, and parentheses around words are ignored.
 */
export function searchMatcher(search: string, containsTicket: Matcher): Matcher {
  // Without the labels, 'size XL' finds an item whose text has only 'XL'.
  const normalizedSearch = normalizeForSearch(withoutChoiceLabels(search.trim().replaceAll(/\s+/g, " ")));
  const digits = /^[\d\s().+-]+$/.test(normalizedSearch) ? phoneDigits(normalizedSearch) : "";
  if (digits.length >= MIN_PHONE_DIGITS) {
    const spellings = [...new Set([joinWords(normalizedSearch), digits])];
    return ({ searchText }) => spellings.some((spelling) => searchText.includes(spelling));
  }
  const stateMatchers = [...normalizedSearch.matchAll(STATE_NAME)].map(([name]) => stateMatcher(name));
  // Long words come first, because they exclude the most orders.
  const wordMatchers = wordsOf(normalizedSearch.replaceAll(STATE_NAME, " "))
    .toSorted((a, b) => b.length - a.length)
    .map((word) => wordMatcher(word, containsTicket));
  const matchers = [...wordMatchers, ...stateMatchers];
  return (entry) => {
    for (const matches of matchers) if (!matches(entry)) return false;
    return true;
  };
}

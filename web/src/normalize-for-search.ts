/** Letters that Unicode does not split into a letter and an accent, with what is typed instead on a US keyboard. */
const PLAIN_LETTERS: Record<string, string> = {
  ß: "ss",
  æ: "ae",
  œ: "oe",
  ø: "o",
  ł: "l",
  đ: "d",
  ð: "d",
  þ: "th",
  ı: "i",
};

/** A text in lower case and without accents, so that 'jose' finds 'José' and 'lukasz' finds 'Łukasz'. */
export const normalizeForSearch = (text: string): string =>
  text
    .normalize("NFD")
    .replace(/\p{Mn}/gu, "")
    .toLowerCase()
    .replace(/[ßæœøłđðþı]/g, (letter) => PLAIN_LETTERS[letter] ?? letter);

/** A text without apostrophes and hyphens, so that 'ogrady' finds 'O'Grady'. */
export const joinWords = (text: string): string => text.replace(/['’‘ʼ`´‐‑–-]/g, "");

/**
 * Returns a function that checks whether a text has every word of `search`. Capital letters, accents, apostrophes and hyphens
 * are ignored.
 */
export function wordsMatcher(search: string): (text: string) => boolean {
  const words = joinWords(normalizeForSearch(search)).split(/\s+/);
  return (text) => {
    const searchText = joinWords(normalizeForSearch(text));
    return words.every((word) => searchText.includes(word));
  };
}

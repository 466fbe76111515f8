/** Crockford's base 32, in which the shop's ids are written too. https://www.crockford.com/base32.html */
const DIGITS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";

/** The characters of an id without its prefix. */
export const ID_LENGTH = 26;
/** The bytes of an id. */
const ID_BYTES = 16;

/** The bytes as digits of 5 bits; the last digit is filled up with zeros. */
export function toBase32(bytes: Uint8Array): string {
  let text = "";
  let buffer = 0;
  let bits = 0;
  for (const byte of bytes) {
    buffer = (buffer << 8) | byte;
    for (bits += 8; bits >= 5; bits -= 5) text += DIGITS[(buffer >> (bits - 5)) & 31];
    buffer &= (1 << bits) - 1;
  }
  return bits > 0 ? text + DIGITS[(buffer << (5 - bits)) & 31] : text;
}

/**
 * The first `length` bytes of the text. Undefined if the text is too short, if a character is not a digit, or if the bits after
 * these bytes are not zero.
 */
export function fromBase32(text: string, length: number): Uint8Array<ArrayBuffer> | undefined {
  const bytes = new Uint8Array(length);
  let buffer = 0;
  let bits = 0;
  let count = 0;
  for (const character of text) {
    const digit = DIGITS.indexOf(character);
    if (digit < 0) return undefined;
    buffer = (buffer << 5) | digit;
    bits += 5;
    if (bits >= 8 && count < length) {
      bits -= 8;
      bytes[count++] = buffer >> bits;
      buffer &= (1 << bits) - 1;
    }
    if (count === length && buffer !== 0) return undefined;
  }
  return count === length ? bytes : undefined;
}

/** The 16 bytes of a ULID, which is a number of 128 bits. */
export function idToBytes(id: string): Uint8Array {
  let number = 0n;
  for (const character of id) number = number * 32n + BigInt(DIGITS.indexOf(character));
  const bytes = new Uint8Array(ID_BYTES);
  for (let i = ID_BYTES - 1; i >= 0; i--, number >>= 8n) bytes[i] = Number(number & 255n);
  return bytes;
}

/** The ULID with these 16 bytes. */
export function idFromBytes(bytes: Uint8Array): string {
  let number = 0n;
  for (const byte of bytes) number = number * 256n + BigInt(byte);
  let text = "";
  for (let i = 0; i < ID_LENGTH; i++, number /= 32n) text = DIGITS[Number(number % 32n)] + text;
  return text;
}

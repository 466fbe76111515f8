import { beforeAll, describe, expect, test } from "vitest";
import { fromBase32, idFromBytes, idToBytes, toBase32 } from "../../shared/tickets/base32.ts";
import {
  checkCode,
  CODE_LENGTH,
  eventHash,
  KEY_ALGORITHM,
  shortCodeOf,
  formatShortCode,
  signCode,
  parseShortCode,
  type CodeContent,
  type VerifyKey,
} from "../../shared/tickets/ticket-code.ts";

const NOW = Date.parse("2026-11-22T20:00:00Z");
const content: CodeContent = {
  kind: "ticket",
  keyId: 7,
  id: "tkt_7ZZZZZZZZZZZZZZZZZZZZZZZZZ",
  generation: 2,
  event: "00ff10a1b2c3d4e5",
  issuedAt: 1_795_291_200,
};
let keyPair: CryptoKeyPair;
let keys: VerifyKey[];
let code: string;

const newKeyPair = () => crypto.subtle.generateKey(KEY_ALGORITHM, false, ["sign", "verify"]);
beforeAll(async () => {
  keyPair = await newKeyPair();
  keys = [{ id: 7, key: keyPair.publicKey }];
  code = await signCode(content, keyPair.privateKey);
});

describe("a code", () => {
  test("fits a QR code of 41 modules with error correction M, in the alphanumeric mode", () => {
    // Version 6 with M holds 154 characters of this mode. ISO/IEC 18004, table 7.
    expect(code).toHaveLength(154);
    expect(CODE_LENGTH).toBe(154);
    expect(code).toMatch(/^[0-9A-Z]+$/);
  });
  test("returns its signed content when it is checked", async () => {
    expect(await checkCode(code, keys, NOW)).toEqual({ ok: true, content });
  });
  test("of an order has no event", async () => {
    const order = { kind: "order", keyId: 7, id: "ord_01KAFEXAMP0E00000000000001", generation: 0 } as const;
    const signedCode = await signCode({ ...order, issuedAt: 1 }, keyPair.privateKey);
    expect(await checkCode(signedCode, keys, NOW)).toEqual({
      ok: true,
      content: { ...order, issuedAt: 1, event: "0000000000000000" },
    });
  });
  test("is read in small letters, with spaces and dashes", async () => {
    const typedCode = code.toLowerCase().replace(/(.{10})/g, "$1 - ");
    expect(await checkCode(typedCode, keys, NOW)).toEqual({ ok: true, content });
  });
  test("is refused after a change of any one character", async () => {
    const changedCodes = [...code].map((character, i) => {
      const other = character === "0" ? "1" : "0";
      return code.slice(0, i) + other + code.slice(i + 1);
    });
    for (const text of changedCodes) expect((await checkCode(text, keys, NOW)).ok).toBe(false);
  });
  test.each([
    ["a link", "https://shop.example"],
    ["nothing", ""],
    ["too few characters", "0".repeat(153)],
    ["characters of another alphabet", "U".repeat(154)],
    ["a code of another kind", "0".repeat(154)],
  ])("is unreadable if it is %s", async (_, text) => {
    expect(await checkCode(text, keys, NOW)).toEqual({ ok: false, why: "unreadable" });
  });
  test("is forged if another key has signed it, and cannot be checked if its key is not known", async () => {
    const otherKeyPair = await newKeyPair();
    const forgedCode = await signCode(content, otherKeyPair.privateKey);
    expect(await checkCode(forgedCode, keys, NOW)).toEqual({ ok: false, why: "forged" });
    expect(await checkCode(code, [], NOW)).toEqual({ ok: false, why: "unknown-key" });
  });
  test("is refused as soon as its key has expired", async () => {
    const endingKeys = [{ id: 7, key: keyPair.publicKey, notAfter: NOW }];
    expect(await checkCode(code, endingKeys, NOW)).toEqual({ ok: false, why: "key-expired" });
    expect((await checkCode(code, endingKeys, NOW - 1)).ok).toBe(true);
  });
});

test("an event's hash has 16 hex digits and depends on the product", async () => {
  expect(await eventHash("prd_1")).toMatch(/^[\da-f]{16}$/);
  expect(await eventHash("prd_1")).not.toBe(await eventHash("prd_2"));
});

describe("a short code", () => {
  test("has 8 characters, and is accepted as people type it", async () => {
    const shortCode = await shortCodeOf(code);
    expect(shortCode).toMatch(/^[0-9A-HJKMNP-TV-Z]{8}$/);
    expect(parseShortCode(` ${formatShortCode(shortCode).toLowerCase()} `)).toBe(shortCode);
    expect(parseShortCode("oil0-1234")).toBe("01101234");
  });
  test.each(["", "1234567", "123456789", "UUUU-UUUU", "K7QM 3FX!"])("'%s' is not a short code", (text) => {
    expect(parseShortCode(text)).toBeUndefined();
  });
});

describe("base 32", () => {
  test.each([[[]], [[0]], [[255]], [[1, 2, 3, 4, 5, 6]], [Array.from({ length: 96 }, (_, i) => i * 37)]])(
    "gives the same bytes back: %j",
    (numbers) => {
      const bytes = Uint8Array.from(numbers);
      expect(fromBase32(toBase32(bytes), bytes.length)).toEqual(bytes);
    },
  );
  test.each(["05", "04000001", "0400000100000000"])(
    "refuses '%s', because the bits after its one byte are not zero",
    (text) => {
      expect(fromBase32("04", 1)).toEqual(Uint8Array.of(1));
      expect(fromBase32(text, 1)).toBeUndefined();
    },
  );
  test("writes 128 bits as a ULID does", () => {
    const id = "01KAFEXAMP0E00000000000001";
    expect(idFromBytes(idToBytes(id))).toBe(id);
    expect(idFromBytes(new Uint8Array(16).fill(255))).toBe("7ZZZZZZZZZZZZZZZZZZZZZZZZZ");
  });
});

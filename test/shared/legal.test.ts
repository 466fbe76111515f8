import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { adminStorage } from "../../shared/admin-storage.ts";
import { browserStorage } from "../../shared/browser-storage.ts";
import { privacy, storedInBrowser } from "../../shared/site/legal.ts";

const root = join(import.meta.dirname, "../..");
const filesOf = (folder: string): string[] =>
  readdirSync(join(root, folder), { recursive: true, encoding: "utf8" })
    .filter((file) => /\.tsx?$/.test(file))
    .map((file) => join(root, folder, file));
const sources = [...filesOf("web/src"), ...filesOf("shared")].map((file) => ({
  file,
  text: readFileSync(file, "utf8"),
}));

describe("the privacy page", () => {
  test("describes each key of the lists of stored keys", () => {
    expect(Object.keys(storedInBrowser).sort()).toEqual(
      Object.keys({ ...browserStorage, ...adminStorage }).sort(),
    );
    expect(privacy.sections.map(({ points }) => points)).toContainEqual(Object.values(storedInBrowser));
  });

  test("leaves out no key: the site's code takes each storage key from the lists, and sets no cookie", () => {
    const storageCall = /\b(?:storedValue|getItem|setItem|removeItem)\(\s*([^\s,)]+)/g;
    const calls = sources.flatMap(({ file, text: code }) =>
      [...code.matchAll(storageCall)].map(([call, key = ""]) => ({ file, call, key })),
    );
    expect(calls.map(({ key }) => key)).toContain("browserStorage.tickets");
    const listedKey = /^(?:(?:browser|admin)Storage\.|CART_KEY$|key$)/;
    expect(calls.filter(({ key }) => !listedKey.test(key))).toEqual([]);
    const cookies = sources.filter(({ text: code }) =>
      /document\s*\.cookie|cookieStore|indexedDB(?!\.open\(adminStorage\.)/.test(code),
    );
    expect(cookies).toEqual([]);
  });

  // The server sets the visitor's cookie, so the code of the site does not name it.
  test.each([
    ...Object.keys(browserStorage).flatMap((name) => (name === "visitor" ? [] : `browserStorage.${name}`)),
    ...Object.keys(adminStorage).map((name) => `adminStorage.${name}`),
  ])("describes no unused key: the code uses %s", (key) => {
    expect(sources.some(({ text: code }) => new RegExp(`\\b${key}\\b`).test(code))).toBe(true);
  });
});

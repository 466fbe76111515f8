import { expect, test } from "vitest";
import { maskState, stateCodeOf, statesMatching } from "../../shared/us-states.ts";

test.each([
  ["ky", "KY"],
  ["Kentucky", "KY"],
  ["new york ", "NY"],
  ["West Virginia", "WV"],
  ["virgin islands", "VI"],
  // The beginning of a name is kept while it is typed, in the name's own capitals.
  ["kent", "Kent"],
  ["INd", "Ind"],
  ["NEw y", "New Y"],
  // All other input is cut to two letters.
  ["kyx", "KY"],
  ["k1yx", "KY"],
  ["ZZ Top", "ZZ"],
  ["42", ""],
])("the typed state %j is shown as %j", (typed, expected) => expect(maskState(typed)).toBe(expected));

test("a state is recognized by its code or its name, and other texts are not states", () => {
  expect([stateCodeOf("dc"), stateCodeOf("District of Columbia")]).toEqual(["DC", "DC"]);
  expect([stateCodeOf("KE"), stateCodeOf("ZZ"), stateCodeOf("")]).toEqual([undefined, undefined, undefined]);
});

test("the list has the states whose code, or a word of whose name, begins with the text; all states if the text is empty or a state", () => {
  const codesMatching = (text: string) => statesMatching(text).map(({ code }) => code);
  expect(codesMatching("Kent")).toEqual(["KY"]);
  expect(codesMatching("vir")).toEqual(["VA", "WV", "VI"]);
  expect(codesMatching("A")).toContain("AP");
  expect(codesMatching("zz")).toEqual([]);
  // A chosen state does not hide the others, so that the list can be opened to change it.
  expect(codesMatching("KY")).toHaveLength(59);
  expect(codesMatching("")).toHaveLength(59);
});

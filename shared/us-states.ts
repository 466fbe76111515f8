import * as z from "zod/mini";

/**
 * Where the shop delivers in the United States: the 50 states, the District of Columbia, the territories, and the armed
 * forces. The codes are the Postal Service's: https://pe.usps.com/text/pub28/28apb.htm
 */
const STATE_NAMES = {
  AL: "Alabama",
  AK: "Alaska",
  AZ: "Arizona",
  AR: "Arkansas",
  CA: "California",
  CO: "Colorado",
  CT: "Connecticut",
  DE: "Delaware",
  DC: "District of Columbia",
  FL: "Florida",
  GA: "Georgia",
  HI: "Hawaii",
  ID: "Idaho",
  IL: "Illinois",
  IN: "Indiana",
  IA: "Iowa",
  KS: "Kansas",
  KY: "Kentucky",
  LA: "Louisiana",
  ME: "Maine",
  MD: "Maryland",
  MA: "Massachusetts",
  MI: "Michigan",
  MN: "Minnesota",
  MS: "Mississippi",
  MO: "Missouri",
  MT: "Montana",
  NE: "Nebraska",
  NV: "Nevada",
  NH: "New Hampshire",
  NJ: "New Jersey",
  NM: "New Mexico",
  NY: "New York",
  NC: "North Carolina",
  ND: "North Dakota",
  OH: "Ohio",
  OK: "Oklahoma",
  OR: "Oregon",
  PA: "Pennsylvania",
  RI: "Rhode Island",
  SC: "South Carolina",
  SD: "South Dakota",
  TN: "Tennessee",
  TX: "Texas",
  UT: "Utah",
  VT: "Vermont",
  VA: "Virginia",
  WA: "Washington",
  WV: "West Virginia",
  WI: "Wisconsin",
  WY: "Wyoming",
  AS: "American Samoa",
  GU: "Guam",
  MP: "Northern Mariana Islands",
  PR: "Puerto Rico",
  VI: "Virgin Islands",
  AA: "Armed Forces Americas",
  AE: "Armed Forces Europe",
  AP: "Armed Forces Pacific",
} as const satisfies Record<string, string>;

type UsState = { code: string; name: string };

/** All states, in the sequence of STATE_NAMES. */
export const usStates: readonly UsState[] = Object.entries(STATE_NAMES).map(([code, name]) => ({
  code,
  name,
}));

const normalize = (text: string): string => text.trim().toLowerCase();

/** The name of the state with this code in capitals, such as 'KY'; undefined for another text. */
export const stateNameOf = (code: string): string | undefined =>
  usStates.find((state) => state.code === code)?.name;

export const stateNames: readonly string[] = usStates.map(({ name }) => name);

/** The code of a state that is given by its code or its name, in upper or lower case: 'kentucky' gives 'KY'. */
export function stateCodeOf(text: string): string | undefined {
  const normalizedText = normalize(text);
  const state = usStates.find(
    ({ code, name }) => code.toLowerCase() === normalizedText || name.toLowerCase() === normalizedText,
  );
  return state?.code;
}

/**
 * The states to offer for a typed text: the states whose code, or a word of whose name, begins with the text.
 * All states if the text is empty or already a complete code or name.
 */
export function statesMatching(text: string): readonly UsState[] {
  const normalizedText = normalize(text);
  if (normalizedText === "" || stateCodeOf(text) !== undefined) return usStates;
  return usStates.filter(({ code, name }) => ` ${code} ${name}`.toLowerCase().includes(` ${normalizedText}`));
}

/**
 * Typed text as the form shows it: the code if the text is a state; the beginning of a name while a name is
 * typed; at most two letters of any other text.
 */
export function maskState(input: string): string {
  const text = input.replace(/[^a-z ]/gi, "").trimStart();
  const code = stateCodeOf(text);
  if (code !== undefined) return code;
  const state = usStates.find(({ name }) => name.toLowerCase().startsWith(text.toLowerCase()));
  return state ? state.name.slice(0, text.length) : text.replaceAll(" ", "").slice(0, 2).toUpperCase();
}

/** Checks the two letters of a state, in upper or lower case. Another rule reports texts of another length. */
export const usStateRule = () =>
  z.refine<string>(
    (state) => state.trim().length !== 2 || normalize(state).toUpperCase() in STATE_NAMES,
    "State must be a US state",
  );

import * as z from "zod/mini";

/**
 * Where the United States Postal Service delivers: the 50 states, the District of Columbia, territories, and the armed
 * forces (AA, AE, AP). https://pe.usps.com/text/pub28/28apb.htm
 */
const US_STATES: ReadonlySet<string> = new Set(
  (
    "AL AK AZ AR CA CO CT DE FL GA HI ID IL IN IA KS KY LA ME MD MA MI MN MS MO MT NE NV NH NJ NM NY NC ND OH OK OR " +
    "PA RI SC SD TN TX UT VT VA WA WV WI WY DC PR VI GU AS MP AA AE AP"
  ).split(" "),
);

/** The rule of a state's two letters, in any case. Another length is for its own message. */
export const usState = () =>
  z.refine<string>(
    (state) => state.trim().length !== 2 || US_STATES.has(state.trim().toUpperCase()),
    "State must be a US state",
  );

/** One file for both, because two small ones would cost a visit one more request. */
export { schedulePour } from "./footer-animation/pour-sound.ts";
export { scrambleInView } from "./scramble.ts";

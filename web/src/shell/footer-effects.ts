/** Both modules in one file: two small files would need one more request. */
export { schedulePour } from "./footer-animation/pour-sound.ts";
export { scrambleInView } from "./scramble.ts";

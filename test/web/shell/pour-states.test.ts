import { describe, expect, test } from "vitest";
import type { PourState } from "../../../web/src/shell/pour/pour-states.ts";
import { arm, disarm, following, start } from "../../../web/src/shell/pour/pour-states.ts";

/** Every state that follows `state` by itself, with how long each lasts in ms. */
function course(state: PourState, visitor: { mobile: boolean; reducedMotion: boolean }) {
  const seen: [PourState, number][] = [];
  for (let next = following(state, visitor); next; next = following(state, visitor)) {
    seen.push([state, next.after]);
    state = next.state;
  }
  return [...seen, state];
}

describe("a pour", () => {
  test("waits 300 ms, 200 ms on a phone, and then takes its course", () => {
    const usual = course("armed", { mobile: false, reducedMotion: false });
    expect(usual).toEqual([
      ["armed", 300],
      ["tilting", 350],
      ["pouring", 1600],
      ["settling", 700],
      ["full", 2500],
      ["draining", 500],
      "idle",
    ]);
    expect(course("armed", { mobile: true, reducedMotion: false })[0]).toEqual(["armed", 200]);
  });

  test("under reduced motion is a full glass at once", () => {
    const still = { mobile: false, reducedMotion: true };
    expect(course("armed", still)).toEqual([["armed", 300], ["full", 2500], "idle"]);
    expect(following("tilting", still)).toEqual({ state: "full", after: 0 });
  });

  test("is armed by resting on it, called off by leaving, started by a click without waiting", () => {
    expect(arm("idle")).toBe("armed");
    expect(disarm("armed")).toBe("idle");
    expect([start("idle"), start("armed")]).toEqual(["tilting", "tilting"]);
  });

  test.each(["tilting", "pouring", "settling", "full", "draining"] as const)(
    "is not disturbed while %s",
    (state) => {
      expect([arm(state), disarm(state), start(state)]).toEqual([state, state, state]);
    },
  );
});

import { describe, expect, test } from "vitest";
import type { AnimationState } from "../../../web/src/shell/footer-animation/states.ts";
import {
  nextState,
  stateAfterClick,
  stateAfterHover,
  stateAfterLeave,
} from "../../../web/src/shell/footer-animation/states.ts";

/** `state` and the states that follow it, each with its duration in ms. */
function sequence(state: AnimationState, { isMobile = false, isMotionReduced = false } = {}) {
  const steps: [AnimationState, number][] = [];
  const stateAfter = (current: AnimationState) => nextState(current, isMobile, isMotionReduced);
  for (let next = stateAfter(state); next; next = stateAfter(state)) {
    steps.push([state, next.afterMs]);
    state = next.state;
  }
  return [...steps, state];
}

describe("the footer's animation", () => {
  test("waits 300 ms (200 ms on a phone), then runs through its states", () => {
    const desktop = sequence("armed");
    expect(desktop).toEqual([
      ["armed", 300],
      ["tilting", 350],
      ["pouring", 1600],
      ["settling", 700],
      ["full", 2500],
      ["draining", 500],
      "idle",
    ]);
    expect(sequence("armed", { isMobile: true })[0]).toEqual(["armed", 200]);
  });

  test("pours nothing under reduced motion: the full glass follows at once", () => {
    const states = sequence("armed", { isMotionReduced: true });
    expect(states).toEqual([["armed", 300], ["full", 2500], "idle"]);
    expect(sequence("tilting", { isMotionReduced: true })).toEqual([["tilting", 0], ["full", 2500], "idle"]);
  });

  test("is armed by hovering, cancelled by leaving, and started by a click without delay", () => {
    expect(stateAfterHover("idle")).toBe("armed");
    expect(stateAfterLeave("armed")).toBe("idle");
    expect([stateAfterClick("idle"), stateAfterClick("armed")]).toEqual(["tilting", "tilting"]);
  });

  test.each(["tilting", "pouring", "settling", "full", "draining"] as const)(
    "ignores hovering, leaving and clicks while %s",
    (state) => {
      const statesAfter = [stateAfterHover(state), stateAfterLeave(state), stateAfterClick(state)];
      expect(statesAfter).toEqual([state, state, state]);
    },
  );
});

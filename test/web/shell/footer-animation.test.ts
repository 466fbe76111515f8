import { describe, expect, test } from "vitest";
import type { AnimationState } from "../../../web/src/shell/footer-animation/states.ts";
import { arm, disarm, nextState, start } from "../../../web/src/shell/footer-animation/states.ts";

/** `state` and the states that follow it, each with its duration in ms. */
function sequence(state: AnimationState, visitor: { mobile: boolean; reducedMotion: boolean }) {
  const steps: [AnimationState, number][] = [];
  for (let next = nextState(state, visitor); next; next = nextState(state, visitor)) {
    steps.push([state, next.afterMs]);
    state = next.state;
  }
  return [...steps, state];
}

describe("the footer's animation", () => {
  test("waits 300 ms (200 ms on a phone), then runs through its states", () => {
    const desktop = sequence("armed", { mobile: false, reducedMotion: false });
    expect(desktop).toEqual([
      ["armed", 300],
      ["tilting", 350],
      ["pouring", 1600],
      ["settling", 700],
      ["full", 2500],
      ["draining", 500],
      "idle",
    ]);
    expect(sequence("armed", { mobile: true, reducedMotion: false })[0]).toEqual(["armed", 200]);
  });

  test("shows a full glass at once under reduced motion", () => {
    const reducedMotionVisitor = { mobile: false, reducedMotion: true };
    expect(sequence("armed", reducedMotionVisitor)).toEqual([["armed", 300], ["full", 2500], "idle"]);
    expect(nextState("tilting", reducedMotionVisitor)).toEqual({ state: "full", afterMs: 0 });
  });

  test("is armed by hovering, cancelled by leaving, and started by a click without delay", () => {
    expect(arm("idle")).toBe("armed");
    expect(disarm("armed")).toBe("idle");
    expect([start("idle"), start("armed")]).toEqual(["tilting", "tilting"]);
  });

  test.each(["tilting", "pouring", "settling", "full", "draining"] as const)(
    "ignores hovering, leaving and clicks while %s",
    (state) => {
      expect([arm(state), disarm(state), start(state)]).toEqual([state, state, state]);
    },
  );
});

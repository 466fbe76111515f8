import { useEffect, useEffectEvent } from "react";
import { isShortcut } from "../shortcuts/plain-key.ts";

export type PackingActions = {
  /** Ticks a line off, or removes its tick; lines count from 0. */
  tick: (line: number) => void;
  tickNext: () => void;
  pack: () => void;
  skip: () => void;
  back: () => void;
  print: () => void;
  leave: () => void;
};

/** The keys of the view, in lower case. Digits tick lines off. */
const KEYS = {
  x: "tickNext",
  m: "pack",
  s: "skip",
  b: "back",
  p: "print",
  escape: "leave",
} as const satisfies Record<string, keyof PackingActions>;

const isKey = (key: string): key is keyof typeof KEYS => Object.hasOwn(KEYS, key);

/** Calls the action of a pressed key, except while the user types or a dialog is open. */
export function usePackingKeys(actions: PackingActions): void {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (!isShortcut(event) || event.repeat) return;
    // While Caps Lock is on, letters are capitals.
    const key = event.key.toLowerCase();
    if (/^[1-9]$/.test(key)) actions.tick(Number(key) - 1);
    else if (isKey(key)) actions[KEYS[key]]();
    else return;
    event.preventDefault();
  });
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => onKey(event);
    document.addEventListener("keydown", onKeyDown);
    return () => document.removeEventListener("keydown", onKeyDown);
  }, []);
}

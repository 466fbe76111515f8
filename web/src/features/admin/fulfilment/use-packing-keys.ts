import { useEffect, useEffectEvent } from "react";
import { isShortcut } from "../shortcuts/shortcut-keys.ts";

export type PackingActions = {
  /** Ticks off the line at `index` (from 0), or removes its tick. */
  tick: (index: number) => void;
  tickNext: () => void;
  pack: () => void;
  skip: () => void;
  back: () => void;
  print: () => void;
  leave: () => void;
};

/** The action of each key, in lower case. In addition, the digits 1 to 9 call `tick`. */
const ACTION_BY_KEY = {
  x: "tickNext",
  m: "pack",
  s: "skip",
  b: "back",
  p: "print",
  escape: "leave",
} as const satisfies Record<string, keyof PackingActions>;

const isActionKey = (key: string): key is keyof typeof ACTION_BY_KEY => Object.hasOwn(ACTION_BY_KEY, key);

/** Calls the action of a pressed key, except while the user types or a dialog is open. */
export function usePackingKeys(actions: PackingActions): void {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (!isShortcut(event) || event.repeat) return;
    // While Caps Lock is on, letters are capitals.
    const key = event.key.toLowerCase();
    if (/^[1-9]$/.test(key)) actions.tick(Number(key) - 1);
    else if (isActionKey(key)) actions[ACTION_BY_KEY[key]]();
    else return;
    event.preventDefault();
  });
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => onKey(event);
    document.addEventListener("keydown", onKeyDown);
    return () => document.removeEventListener("keydown", onKeyDown);
  }, []);
}

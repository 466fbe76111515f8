import { useEffect, useState } from "react";

/** Browsers limit how often a page may rewrite its address: typing is written when it rests (ms). */
const REST = 300;

/** A text that counts as soon as it is typed and is handed to `write` when the typing rests; `written` wins when it changes. */
export function useTyped(written: string, write: (text: string) => void) {
  const [typed, setTyped] = useState(written);
  const [seen, setSeen] = useState(written);
  if (seen !== written) {
    setSeen(written);
    setTyped(written);
  }
  useEffect(() => {
    if (typed === written) return;
    const timer = setTimeout(() => write(typed), REST);
    return () => clearTimeout(timer);
  });
  return [typed, setTyped] as const;
}

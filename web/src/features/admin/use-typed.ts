import { useEffect, useState } from "react";
import { useStillHere } from "../../ui/use-still-here.ts";

/** Browsers limit how often a page may rewrite its address: typing is written when it rests (ms). */
const REST = 300;

/**
 * A text that counts as soon as it is typed and is handed to `write` when the typing rests. `written` is what the
 * address says: when it changes by itself (by 'back', say) it wins, when it only follows what was written it does not,
 * for typing may have gone on. `take` is for a text that somebody else writes.
 */
export function useTyped(written: string, write: (text: string) => void) {
  const stillHere = useStillHere();
  const [typed, type] = useState(written);
  const [seen, setSeen] = useState(written);
  const [own, setOwn] = useState(written);
  if (seen !== written) {
    setSeen(written);
    if (written !== own) {
      setOwn(written);
      type(written);
    }
  }
  useEffect(() => {
    if (typed === written || typed === own) return;
    const timer = setTimeout(() => {
      if (!stillHere()) return;
      setOwn(typed);
      write(typed);
    }, REST);
    return () => clearTimeout(timer);
  });
  const take = (text: string) => {
    setOwn(text);
    type(text);
  };
  return { typed, type, take };
}

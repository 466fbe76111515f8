import { useEffect, useEffectEvent, useState } from "react";
import { useStillHere } from "./use-still-here.ts";

/** How long (ms) typing must pause before the text goes into the URL: browsers limit how often a page may change it. */
const TYPING_PAUSE = 250;

/**
 * The text of a search field that is kept in the URL. `text` follows every key; `write` puts it into the URL, trimmed,
 * once typing pauses. When the URL changes by other means (back, a link) its text replaces what was typed; when it
 * only shows what was written, the field stays, because typing may have gone on.
 *
 * @param inUrl the text that the URL has now
 * @returns `setText` for typing; `sync` for a text that the caller writes into the URL itself, with other changes
 */
export function useUrlSearch(inUrl: string, write: (text: string) => void) {
  const stillHere = useStillHere();
  const [text, setText] = useState(inUrl);
  const [seen, setSeen] = useState(inUrl);
  const [written, setWritten] = useState(inUrl.trim());
  if (inUrl !== seen) {
    setSeen(inUrl);
    if (inUrl.trim() !== written) {
      setWritten(inUrl.trim());
      setText(inUrl);
    }
  }
  const save = useEffectEvent(() => {
    // The visitor has left this page: writing now would bring them back.
    if (!stillHere()) return;
    setWritten(text.trim());
    write(text.trim());
  });
  useEffect(() => {
    if (text.trim() === written) return;
    const timer = setTimeout(() => save(), TYPING_PAUSE);
    return () => clearTimeout(timer);
  }, [text, written]);
  const sync = (next: string) => {
    setWritten(next.trim());
    setText(next);
  };
  return { text, setText, sync };
}

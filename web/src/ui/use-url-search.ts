import { useEffect, useEffectEvent, useState } from "react";
import { useIsCurrentLocation } from "./use-is-current-location.ts";

/**
 * The pause in typing before the text goes into the URL. Browsers limit how often a page may change the URL.
 */
const TYPING_PAUSE_MS = 250;

/**
 * The text of a search field whose text is also in the URL. `text` changes with every key. When typing
 * pauses, `write` puts the trimmed text into the URL. When the URL changes for another reason, such as a
 * link, the URL's text replaces the typed text. When the URL changes because of `write`, the typed text
 * stays, because the visitor may still type.
 *
 * @param urlText the present text in the URL
 * @returns `setText` for typing; `sync` for a text that the caller itself writes into the URL, with other
 * changes
 */
export function useUrlSearch(urlText: string, write: (text: string) => void) {
  const isCurrentLocation = useIsCurrentLocation();
  const [text, setText] = useState(urlText);
  const [lastUrlText, setLastUrlText] = useState(urlText);
  const [writtenText, setWrittenText] = useState(urlText.trim());
  if (urlText !== lastUrlText) {
    setLastUrlText(urlText);
    if (urlText.trim() !== writtenText) {
      setWrittenText(urlText.trim());
      setText(urlText);
    }
  }
  const save = useEffectEvent(() => {
    // After the visitor has left the page, a write would take them back.
    if (!isCurrentLocation()) return;
    setWrittenText(text.trim());
    write(text.trim());
  });
  useEffect(() => {
    if (text.trim() === writtenText) return;
    const timer = setTimeout(() => save(), TYPING_PAUSE_MS);
    return () => clearTimeout(timer);
  }, [text, writtenText]);
  const sync = (next: string) => {
    setWrittenText(next.trim());
    setText(next);
  };
  return { text, setText, sync };
}

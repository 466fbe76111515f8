import { useEffect, useEffectEvent, useRef, useState } from "react";
import { currentEntry } from "../router/browser-history.ts";
import { useLocation } from "../router/hooks.ts";
import { DEFAULT_KEY } from "../router/location.ts";
import { isEntryClosing } from "./closing-entry.ts";
import { useIsCurrentLocation } from "./use-is-current-location.ts";

/** The pause in typing before `write` puts the text into the router's URL, which renders the page again. */
const TYPING_PAUSE_MS = 250;

/** The most changes of the browser's URL before typing pauses. Safari allows 100 changes in 10 s. */
const MAX_IMMEDIATE_WRITES = 50;

/** A longer text could make the URL longer than servers accept, so that the page could not be reloaded. */
export const MAX_SEARCH_LENGTH = 100;

/** Puts the text into the browser's URL without the router, which would render the page again. */
function writeToBrowserUrl(text: string): void {
  const url = new URL(window.location.href);
  if (text === "") url.searchParams.delete("q");
  else url.searchParams.set("q", text);
  window.history.replaceState(window.history.state, "", url);
}

/**
 * The text of a search field whose text is also in the URL, as `?q=`. Every key changes `text`, and also the
 * browser's URL, so that the text is in the history if the visitor leaves the page. When typing pauses, `write`
 * puts the trimmed text into the router's URL. When the URL changes for another reason, such as a link, the
 * URL's text replaces the typed text. When the URL changes because of `write`, the typed text stays, because
 * the visitor may still type.
 *
 * @param urlText the current text in the URL
 * @returns `setText` for typing; `showWritten` to show a text that the caller itself writes into the URL, together with
 * other changes
 */
export function useUrlSearch(urlText: string, write: (text: string) => void) {
  const isCurrentLocation = useIsCurrentLocation();
  const { key } = useLocation();
  const [text, setText] = useState(urlText);
  const immediateWriteCount = useRef(0);
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
    // After the visitor has left the page, a write would take the visitor back to the page.
    if (!isCurrentLocation()) return;
    immediateWriteCount.current = 0;
    setWrittenText(text.trim());
    write(text.trim());
  });
  useEffect(() => {
    if (text.trim() === writtenText) return;
    const timer = setTimeout(() => save(), TYPING_PAUSE_MS);
    return () => clearTimeout(timer);
    // During a navigation `save` does nothing. If this page stays, its new `key` starts the timer again.
  }, [text, writtenText, key]);
  const typeText = (newText: string) => {
    setText(newText);
    const entryKey = currentEntry()?.key ?? DEFAULT_KEY;
    if (isEntryClosing() || entryKey !== key || immediateWriteCount.current >= MAX_IMMEDIATE_WRITES) return;
    immediateWriteCount.current++;
    writeToBrowserUrl(newText.trim());
  };
  const showWritten = (newText: string) => {
    setWrittenText(newText.trim());
    setText(newText);
  };
  return { text, setText: typeText, showWritten };
}

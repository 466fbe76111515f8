import { useSyncExternalStore } from "react";
import { useLocation, useSearchParams } from "../../router/hooks.ts";
import { subscribeToNothing } from "../../store.ts";
import { useUrlSearch } from "../../ui/use-url-search.ts";

/**
 * The text of the search, which is also in the URL as `?q=`. '' during hydration, because the prerendered HTML has an
 * empty search field.
 */
export function useEpisodeSearch() {
  const [params, setParams] = useSearchParams();
  const { state } = useLocation();
  const query = params.get("q") ?? "";
  const urlText = useSyncExternalStore(
    subscribeToNothing,
    () => query,
    () => "",
  );
  const write = (text: string) =>
    setParams(
      (current) => {
        current.delete("q");
        if (text !== "") current.set("q", text);
        return current;
      },
      { replace: true, state },
    );
  const { text, setText, showWritten } = useUrlSearch(urlText, write);
  // `write` puts the empty text into the URL, so the field only has to show it.
  const clear = () => {
    showWritten("");
    write("");
  };
  return { text, setText, clear };
}

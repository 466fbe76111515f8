import { useSyncExternalStore } from "react";
import { useLocation, useSearchParams } from "../../router/hooks.ts";
import { useUrlSearch } from "../../ui/use-url-search.ts";

const subscribe = () => () => undefined;

/** The text of the search, which is also in the URL as `?q=`. '' during hydration, because the HTML shows no search. */
export function useEpisodeSearch() {
  const [params, setParams] = useSearchParams();
  const { state } = useLocation();
  const query = params.get("q") ?? "";
  const urlText = useSyncExternalStore(
    subscribe,
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
  const { text, setText, sync } = useUrlSearch(urlText, write);
  const clear = () => {
    sync("");
    write("");
  };
  return { text, setText, clear };
}

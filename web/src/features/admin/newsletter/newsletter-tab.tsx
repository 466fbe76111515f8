import { SearchField } from "@aws-amplify/ui-react";
import { useState } from "react";
import { useSearchParams } from "../../../router/hooks.ts";
import { SubscriberState } from "../../../../../shared/subscribers.ts";
import { Button } from "../../../ui/button.tsx";
import { useUrlSearch } from "../../../ui/use-url-search.ts";
import { errorText } from "../admin-messages.ts";
import cardList from "../card-list.module.css";
import { downloadCsv } from "../download-csv.ts";
import { Heading } from "../heading.tsx";
import { LoadState } from "../load-state.tsx";
import { shopDay } from "../order-list/dates.ts";
import { toast } from "../toast.ts";
import { newsletterCsv } from "./newsletter-csv.ts";
import styles from "./newsletter-tab.module.css";
import { NEWSLETTER_HEADING_ID, SubscriberList } from "./subscriber-list.tsx";
import { readAllSubscribers, useSubscriberCounts, useSubscribers } from "./use-newsletter.ts";

/** Exports the subscribers in a state as CSV. `loadedCount`: how many are loaded so far; undefined while no export is running. */
function useExport(state: SubscriberState) {
  const [loadedCount, setLoadedCount] = useState<number>();
  const start = async () => {
    setLoadedCount(0);
    try {
      const subscribers = await readAllSubscribers(state, setLoadedCount);
      const now = new Date();
      downloadCsv(newsletterCsv(subscribers, window.location.origin), `newsletter-${shopDay(now)}`);
      toast.success(`${subscribers.length} ${subscribers.length === 1 ? "address" : "addresses"} exported`);
    } catch (error) {
      console.error("The addresses could not be exported", error);
      toast.error(errorText(error));
    } finally {
      setLoadedCount(undefined);
    }
  };
  return { loadedCount, start: () => void start() };
}

const numberText = (count: number | undefined): string => count?.toLocaleString("en-US") ?? "–";

/** The people who agreed to the newsletter, and those who still have to confirm. */
export function NewsletterTab() {
  const [params, setParams] = useSearchParams();
  const state = SubscriberState.safeParse(params.get("state")).data ?? "agreed";
  const queryOf = (newState: SubscriberState, search: string) => ({
    tab: "newsletter",
    ...(newState === "agreed" ? {} : { state: newState }),
    ...(search ? { q: search } : {}),
  });
  const search = params.get("q") ?? "";
  const { text, setText } = useUrlSearch(search, (newText) =>
    setParams(queryOf(state, newText), { replace: true }),
  );
  const { data: counts } = useSubscriberCounts();
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useSubscribers(
    state,
    search,
  );
  const csvExport = useExport(state);
  const subscribers = data?.pages.flatMap((page) => page.subscribers) ?? [];
  /** Whether there is a button for a state. */
  const isOffered = (offeredState: SubscriberState) =>
    offeredState === "agreed" || state === offeredState || (counts?.waiting ?? 0) > 0;
  return (
    <>
      <Heading id={NEWSLETTER_HEADING_ID}>Newsletter</Heading>
      <p className={cardList.hint}>
        People who agreed to news and offers by email. Each address is listed once, however many orders it
        has.
      </p>
      <div className={styles.states} role="group" aria-label="State">
        {(["agreed", "waiting"] as const).filter(isOffered).map((offeredState) => (
          <button
            key={offeredState}
            type="button"
            aria-pressed={state === offeredState}
            className={styles.state}
            onClick={() => setParams(queryOf(offeredState, text), { replace: true })}
          >
            <strong>{numberText(counts?.[offeredState])}</strong>
            {offeredState === "agreed" ? "agreed" : "waiting for confirmation"}
          </button>
        ))}
        <p className={styles.state}>
          <strong>{numberText(counts?.withdrawn)}</strong>
          withdrawn
        </p>
      </div>
      <div className={styles.toolbar} role="search">
        <SearchField
          label="Search addresses"
          placeholder="Start of an email address..."
          maxLength={254}
          value={text}
          hasSearchButton={false}
          hasSearchIcon
          onChange={({ target }) => setText(target.value)}
          onClear={() => setText("")}
          className={styles.search ?? ""}
        />
        <Button
          variant="secondary"
          icon="download"
          loading={csvExport.loadedCount !== undefined}
          loadingText={`${numberText(csvExport.loadedCount)} read...`}
          onClick={csvExport.start}
        >
          Export CSV
        </Button>
      </div>
      <LoadState
        what="people"
        hasData={data !== undefined}
        error={error ?? undefined}
        retry={() => void refetch()}
      >
        <SubscriberList subscribers={subscribers} state={state} isSearching={search !== ""} />
        {hasNextPage && (
          <Button variant="secondary" loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
            Show more
          </Button>
        )}
      </LoadState>
    </>
  );
}

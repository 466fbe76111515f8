import type { EpisodeSummary } from "../../../../shared/episode.ts";

/** 'Season 2 · Episode 14'; '' if the feed has neither number. */
export function numberText({ season, number }: EpisodeSummary): string {
  const parts = [
    season === undefined ? "" : `Season ${season}`,
    number === undefined ? "" : `Episode ${number}`,
  ].filter(Boolean);
  return parts.join(" · ");
}

/** The host name that the recording comes from; '' if its URL cannot be parsed. */
export const audioHostname = ({ audio }: EpisodeSummary): string => URL.parse(audio.url)?.hostname ?? "";

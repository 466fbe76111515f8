import type { EpisodeSummary } from "../../../../shared/episode.ts";

const dateFormat = new Intl.DateTimeFormat("en-US", {
  year: "numeric",
  month: "long",
  day: "numeric",
  timeZone: "UTC",
});

/** The day in UTC, so that the server and the browser render the same text. */
export const publishedText = ({ publishedAt }: EpisodeSummary): string =>
  dateFormat.format(new Date(publishedAt));

/** 'Season 2 · Episode 14'; '' if the feed has neither number. */
export function numberText({ season, number }: EpisodeSummary): string {
  const parts = [
    season === undefined ? "" : `Season ${season}`,
    number === undefined ? "" : `Episode ${number}`,
  ].filter(Boolean);
  return parts.join(" · ");
}

/** The host name that the recording comes from; '' if its URL cannot be parsed. */
export const hostOf = ({ audio }: EpisodeSummary): string => URL.parse(audio.url)?.hostname ?? "";

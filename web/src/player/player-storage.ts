import * as z from "zod/mini";
import { browserStorage } from "../../../shared/browser-storage.ts";
import { EpisodeSummary } from "../../../shared/episode.ts";
import { storedValue } from "../stored-value.ts";

/** The largest number of episodes whose position is kept. */
const MAX_POSITIONS = 100;

const Settings = z.object({
  /** The position in each episode, in seconds; the episode that was played last comes last. */
  positions: z.record(z.string(), z.number()),
  rate: z.number().check(z.gte(0.5), z.lte(3)),
  volume: z.number().check(z.gte(0), z.lte(1)),
});
export type PlayerSettings = z.infer<typeof Settings>;

const storedSettings = storedValue(browserStorage.player, Settings, () => window.localStorage);

export const readSettings = (): PlayerSettings =>
  storedSettings.read() ?? { positions: {}, rate: 1, volume: 1 };

/** Changes some settings. The other settings stay as stored, so that the positions of another tab are kept. */
export const writeSettings = (change: Partial<Omit<PlayerSettings, "positions">>): void =>
  storedSettings.write({ ...readSettings(), ...change });

/** Where the visitor stopped in an episode, in seconds. */
export const positionIn = (id: string): number => readSettings().positions[id] ?? 0;

/** Stores the position in an episode. Undefined, at the end of the episode, deletes the stored position. */
export function writePosition(id: string, seconds: number | undefined): void {
  const settings = readSettings();
  const otherPositions = Object.entries(settings.positions).filter(([otherId]) => otherId !== id);
  const newPositions =
    seconds === undefined ? otherPositions : [...otherPositions, [id, Math.floor(seconds)] as const];
  storedSettings.write({ ...settings, positions: Object.fromEntries(newPositions.slice(-MAX_POSITIONS)) });
}

/** The episode in the player, for a reload of the tab. */
export const storedEpisode = storedValue(browserStorage.playing, EpisodeSummary, () => window.sessionStorage);

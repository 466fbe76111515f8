import * as z from "zod/mini";

const Config = z.object({ hasPodcast: z._default(z.boolean(), false) });

const TIMEOUT_MS = 8_000;

let settingPromise: Promise<boolean> | undefined;

/** Whether the stage shows the podcast's episodes. Read once. If it cannot be read, the answer is false, and the next call reads it again. */
export const hasPodcast = (): Promise<boolean> =>
  (settingPromise ??= fetch("/config.json", { signal: AbortSignal.timeout(TIMEOUT_MS) })
    .then(async (response) => z.parse(Config, await response.json()).hasPodcast)
    .catch((error: unknown) => {
      console.error("The site's settings could not be loaded", error);
      settingPromise = undefined;
      return false;
    }));

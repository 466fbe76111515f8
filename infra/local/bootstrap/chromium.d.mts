/** Paths where a Chromium may be on a machine, the preferred one first. */
export function chromiumPlaces(machine: {
  platform: string;
  env: Record<string, string | undefined>;
  home: string;
}): string[];
/** How a person installs a browser on a platform. */
export function chromiumAdvice(platform: string): string;
/** Path of a Chromium on this machine; undefined when there is none. */
export function findChromium(): string | undefined;
/** Install a Chromium for the tests of the repository in `root`; returns what the user should do when that fails. */
export function installChromium(root: string): string | undefined;

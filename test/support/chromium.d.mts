/** Paths where a Chromium may be on a machine, the preferred path first. */
export function chromiumPaths(machine: {
  platform: string;
  env: Record<string, string | undefined>;
  home: string;
}): string[];
/** A text that says how to install a browser on this platform. */
export function chromiumAdvice(platform: string): string;
/** Path of a Chromium on this machine; undefined when there is none. */
export function findChromium(): string | undefined;
/** Installs Chromium for the tests of the repository in `root`; returns advice for the user if that fails. */
export function installChromium(root: string): string | undefined;

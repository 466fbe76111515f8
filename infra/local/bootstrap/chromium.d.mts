/** Path of a Chromium: the one CHROMIUM names, one on the PATH, or playwright's; undefined when there is none. */
export function findChromium(): string | undefined;
/** Get a Chromium for the tests of the repository in `root`; gives what to do when that fails. */
export function installChromium(root: string): string | undefined;

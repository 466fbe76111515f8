type Machine = { platform: string; arch: string };
/** The npm package with the DynamoDB server for a machine. */
export function tableServerPackage(machine: Machine): string;
/** What the bootstrap has to do for the table server: nothing, install `specifier`, or stop with `advice`. */
export function planTableServer(
  facts: Machine & { endpoint?: string | undefined; version: string; installed: string | undefined },
): { action: "none" } | { action: "install"; specifier: string } | { action: "stop"; advice: string };
/** Install the table server in `root` if it is missing; returns what the user should do if that is impossible. */
export function installTableServer(root: string, machine?: Machine): string | undefined;

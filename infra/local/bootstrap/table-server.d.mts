type Machine = { platform: string; arch: string };
/** The npm package with the DynamoDB server for a machine. */
export function tableServerPackage(machine: Machine): string;
/** Decides whether the bootstrap does nothing, installs `specifier`, or stops and prints `advice`. */
export function planTableServer(
  facts: Machine & { endpoint?: string | undefined; version: string; installed: string | undefined },
): { action: "none" } | { action: "install"; specifier: string } | { action: "stop"; advice: string };

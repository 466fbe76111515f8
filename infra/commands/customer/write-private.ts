import { closeSync, fchmodSync, openSync, writeFileSync } from "node:fs";

/** Writes a file that only its owner may read, also if it existed and others could read it. */
export function writePrivate(file: string, text: string): void {
  const descriptor = openSync(file, "w", 0o600);
  try {
    fchmodSync(descriptor, 0o600);
    writeFileSync(descriptor, text);
  } finally {
    closeSync(descriptor);
  }
}

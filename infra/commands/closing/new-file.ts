import { closeSync, openSync, rmSync, writeFileSync } from "node:fs";
import { CommandError } from "../command.ts";

/** Creates a file that only its owner may read. Throws if the path exists or cannot be written. */
function createFile(path: string): number {
  try {
    return openSync(path, "wx", 0o600);
  } catch (error) {
    const { code = "", message } = error as NodeJS.ErrnoException;
    throw new CommandError(
      code === "EEXIST"
        ? `${path} exists. Choose another name, or move the file away.`
        : `${path} cannot be written: ${message}`,
    );
  }
}

/**
 * Creates a file and then runs `action`, so that a wrong path fails before the work. If `action` throws, the file is
 * deleted.
 */
export async function withNewFile<T>(
  path: string,
  action: (write: (text: string) => void) => Promise<T>,
): Promise<T> {
  const file = createFile(path);
  try {
    return await action((text) => writeFileSync(file, text));
  } catch (error) {
    rmSync(path);
    throw error;
  } finally {
    closeSync(file);
  }
}

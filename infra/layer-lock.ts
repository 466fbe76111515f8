/** An entry of package-lock.json. Other fields, such as the hash, are kept as they are. */
type Entry = {
  dependencies?: Record<string, string> | undefined;
  optionalDependencies?: Record<string, string> | undefined;
  [field: string]: unknown;
};
/** The entries of package-lock.json by folder: `node_modules/sharp`. */
export type Packages = Record<string, Entry>;

/** The folder in which Node finds a package that the package in `folder` requires. */
function folderOf(packages: Packages, name: string, folder: string): string | undefined {
  for (let from = folder; ; from = from.slice(0, Math.max(0, from.lastIndexOf("/node_modules/")))) {
    const found = `${from && `${from}/`}node_modules/${name}`;
    if (packages[found]) return found;
    if (from === "") return undefined;
  }
}

/** A package-lock.json with one package and all that it needs, in the project's versions and with their hashes. */
export function lockOf(packages: Packages, name: string): object {
  const version = packages[`node_modules/${name}`]?.["version"];
  const root: Entry = { dependencies: { [name]: String(version) } };
  const needed: Packages = { "": root };
  const waiting = [""];
  for (let folder = waiting.pop(); folder !== undefined; folder = waiting.pop()) {
    const { dependencies, optionalDependencies } = needed[folder] ?? {};
    for (const dependency of Object.keys({ ...dependencies, ...optionalDependencies })) {
      const found = folderOf(packages, dependency, folder);
      if (found === undefined) throw new Error(`package-lock.json has no ${dependency}: run npm install.`);
      const entry = packages[found];
      if (needed[found] || !entry) continue;
      needed[found] = entry;
      waiting.push(found);
    }
  }
  return { lockfileVersion: 3, requires: true, packages: needed };
}

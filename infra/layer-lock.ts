/** An entry of package-lock.json. Other fields, such as the hash, are copied unchanged. */
type LockEntry = {
  dependencies?: Record<string, string> | undefined;
  optionalDependencies?: Record<string, string> | undefined;
  [field: string]: unknown;
};
/** The entries of package-lock.json by folder: `node_modules/sharp`. */
export type Packages = Record<string, LockEntry>;

/** The folder in which Node finds the package `name` that the package in `folder` requires; undefined if there is none. */
function folderOf(packages: Packages, name: string, folder: string): string | undefined {
  const parentOf = (path: string) => path.slice(0, Math.max(0, path.lastIndexOf("/node_modules/")));
  for (let parent = folder; ; parent = parentOf(parent)) {
    const packageFolder = `${parent && `${parent}/`}node_modules/${name}`;
    if (packages[packageFolder]) return packageFolder;
    if (parent === "") return undefined;
  }
}

/**
 * A package-lock.json with one package and all that it needs, in the project's versions and with their hashes. Throws if
 * `packages` lacks a package that is needed.
 */
export function lockOf(packages: Packages, name: string): object {
  const version = packages[`node_modules/${name}`]?.["version"];
  const root: LockEntry = { dependencies: { [name]: String(version) } };
  const neededPackages: Packages = { "": root };
  const foldersToRead = [""];
  for (let folder = foldersToRead.pop(); folder !== undefined; folder = foldersToRead.pop()) {
    const { dependencies, optionalDependencies } = neededPackages[folder] ?? {};
    for (const dependency of Object.keys({ ...dependencies, ...optionalDependencies })) {
      const packageFolder = folderOf(packages, dependency, folder);
      if (packageFolder === undefined)
        throw new Error(`package-lock.json has no ${dependency}: run npm install.`);
      const entry = packages[packageFolder];
      if (neededPackages[packageFolder] || !entry) continue;
      neededPackages[packageFolder] = entry;
      foldersToRead.push(packageFolder);
    }
  }
  return { lockfileVersion: 3, requires: true, packages: neededPackages };
}

/** A cache behaviour's path pattern: `*` is any text, `?` any character, case counts; a leading slash is optional. */
export function pathPattern(pattern: string): (path: string) => boolean {
  const source = pattern
    .replace(/^\/?/, "/")
    .replace(/[.+^${}()|[\]\\]/g, "\\$&")
    .replaceAll("*", ".*")
    .replaceAll("?", ".");
  const expression = new RegExp(`^${source}$`, "s");
  return (path) => expression.test(path);
}

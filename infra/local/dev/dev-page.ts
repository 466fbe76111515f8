/** The part of a page's head with its title and description, written by the build or by catalog-api. */
const META = /<!--page-meta-->[^]*?<!--\/page-meta-->/;

/** `source` (`web/index.html`) with the title and description of the `built` page; undefined if `built` has none. */
export function devPage(source: string, built: string): string | undefined {
  const [meta] = META.exec(built) ?? [];
  return meta === undefined ? undefined : source.replace(META, () => meta);
}

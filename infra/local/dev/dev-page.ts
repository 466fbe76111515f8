/** The title and description in a page's head; the build or render-page writes them. */
const META = /<!--page-meta-->[^]*?<!--\/page-meta-->/;

/** The page `source` with the title and description of the page `built`; undefined if `built` has none. */
export function withBuiltMeta(source: string, built: string): string | undefined {
  const [meta] = META.exec(built) ?? [];
  return meta === undefined ? undefined : source.replace(META, () => meta);
}

/** The part of a page's head that says what the page is; the build and the functions fill it in. */
const META = /<!--page-meta-->[^]*?<!--\/page-meta-->/;

/**
 * The page from `source` (`web/index.html`) with the head of `built`, the same page as the deployed site has it; undefined
 * when `built` is no page of the site.
 */
export function devPage(source: string, built: string): string | undefined {
  const [meta] = META.exec(built) ?? [];
  return meta === undefined ? undefined : source.replace(META, () => meta);
}

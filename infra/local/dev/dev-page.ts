/** The title and description in a page's head. The build writes them, or the function render-page. */
const META = /<!--page-meta-->[^]*?<!--\/page-meta-->/;

/** `sourceHtml` with the title and description of `builtHtml`; undefined if `builtHtml` has none. */
export function withBuiltMeta(sourceHtml: string, builtHtml: string): string | undefined {
  const [meta] = META.exec(builtHtml) ?? [];
  return meta === undefined ? undefined : sourceHtml.replace(META, () => meta);
}

/** The widths in px in which the site's own drawings are kept, the widest last: `name.webp` beside `name-400.webp` and so on. */
export const ARTICLE_WIDTHS = [400, 640, 800];
export const HOST_WIDTHS = [320, 640];

/** For `<img srcset>`: all the widths of the drawing whose widest file is `src`. */
export const pictureSources = (src: string, widths: readonly number[]): string =>
  widths
    .map(
      (width, at) => (at === widths.length - 1 ? src : src.replace(".webp", `-${width}.webp`)) + ` ${width}w`,
    )
    .join(", ");

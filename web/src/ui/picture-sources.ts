/**
 * The widths in px of the files of a picture, the widest last: `name-400.webp`, `name-640.webp`, `name.webp`.
 */
export const ARTICLE_WIDTHS = [400, 640, 800];
export const HOST_PORTRAIT_WIDTHS = [320, 640];

/** The `srcset` of a picture whose widest file is `src`. */
export const pictureSources = (src: string, widths: readonly number[]): string =>
  widths
    .map(
      (width, index) =>
        (index === widths.length - 1 ? src : src.replace(".webp", `-${width}.webp`)) + ` ${width}w`,
    )
    .join(", ");

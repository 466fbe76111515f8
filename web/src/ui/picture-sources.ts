/** The two widths in which the site's own drawings are kept, for `<img srcset>`: `width` px is that of `src`. */
export const pictureSources = (src: string, width: number): string =>
  `${src.replace(".webp", `-${width / 2}.webp`)} ${width / 2}w, ${src} ${width}w`;

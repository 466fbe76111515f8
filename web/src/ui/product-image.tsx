import { useState } from "react";
import { PLACEHOLDER_IMAGE } from "../../../shared/product.ts";
import { cx } from "./class-names.ts";
import styles from "./product-image.module.css";

/** The sizes that exist beside a picture: 400 px of all, 800 px of those that an admin uploaded larger. */
const sources = (url: string): string | undefined => {
  const own = /^(\/media\/products\/[\w.-]+)\.(webp|jpe?g|png|gif)$/.exec(url);
  if (!own) return undefined;
  const small = `${own[1]}-400.webp 400w`;
  return own[2] === "webp" ? `${small}, ${url} 800w` : `${small}, ${own[1]}-800.webp 800w, ${url} 1600w`;
};

type ProductImageProps = {
  src: string;
  /** '' where the name stands beside it. */
  alt: string;
  /** How wide it is shown, as in `<img sizes>`. */
  sizes?: string;
  /** Among the first things seen: loaded at once. */
  eager?: boolean;
  className?: string | undefined;
};

/** A square product picture with its place reserved; a broken one becomes the placeholder. */
export function ProductImage({ src, alt, sizes = "400px", eager = false, className }: ProductImageProps) {
  const [broken, setBroken] = useState<string>();
  const url = !src || broken === src ? PLACEHOLDER_IMAGE : src;
  const srcSet = sources(url);
  return (
    <span className={cx(styles.frame, className)}>
      <img
        key={url}
        src={url}
        alt={alt}
        width={800}
        height={800}
        loading={eager ? "eager" : "lazy"}
        decoding="async"
        {...(srcSet ? { srcSet, sizes } : {})}
        onError={() => setBroken(src)}
        className={styles.image}
      />
    </span>
  );
}

import { useState } from "react";
import { PLACEHOLDER_IMAGE } from "../../../shared/product.ts";
import { cx } from "./class-names.ts";
import styles from "./product-image.module.css";

/** Pictures that the shop made itself exist in two widths. */
const sources = (url: string): string | undefined => {
  const own = /^(\/media\/products\/[\w.-]+)\.webp$/.exec(url);
  return own ? `${own[1]}-400.webp 400w, ${url} 800w` : undefined;
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

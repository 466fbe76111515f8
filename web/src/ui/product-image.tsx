import { useState } from "react";
import { PLACEHOLDER_IMAGE } from "../../../shared/product.ts";
import { cx } from "./class-names.ts";
import styles from "./product-image.module.css";

/** The `srcset` of an uploaded picture: `process-image` makes a file of 400 px, and one of 800 px for larger uploads. */
const srcSetOf = (url: string): string | undefined => {
  const uploaded = /^(\/media\/products\/[\w.-]+)\.(webp|jpe?g|png|gif)$/.exec(url);
  if (!uploaded) return undefined;
  const small = `${uploaded[1]}-400.webp 400w`;
  return uploaded[2] === "webp"
    ? `${small}, ${url} 800w`
    : `${small}, ${uploaded[1]}-800.webp 800w, ${url} 1600w`;
};

type ProductImageProps = {
  src: string;
  /** '' where the product's name stands beside the picture. */
  alt: string;
  /** As in `<img sizes>`. */
  sizes?: string;
  /** Loaded at once, for a picture on the first screen. */
  eager?: boolean;
  className?: string | undefined;
};

/** A square product picture. One that cannot be loaded is replaced by the placeholder. */
export function ProductImage({ src, alt, sizes = "400px", eager = false, className }: ProductImageProps) {
  const [failedUrl, setFailedUrl] = useState<string>();
  const url = !src || failedUrl === src ? PLACEHOLDER_IMAGE : src;
  const srcSet = srcSetOf(url);
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
        onError={() => setFailedUrl(src)}
        className={styles.image}
      />
    </span>
  );
}

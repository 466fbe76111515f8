import { useState } from "react";
import { PLACEHOLDER_IMAGE } from "../../../shared/product.ts";
import { cx } from "./class-names.ts";
import styles from "./product-image.module.css";

/** The `srcset` of a picture. Uploads have copies of 400 and 800 px; seeded pictures (800 px) one of 400 px. */
const srcSetOf = (url: string): string | undefined => {
  const [, urlWithoutExtension, extension] =
    /^(\/media\/products\/[\w.-]+)\.(webp|jpe?g|png|gif)$/.exec(url) ?? [];
  if (urlWithoutExtension === undefined) return undefined;
  const smallSource = `${urlWithoutExtension}-400.webp 400w`;
  const isSeeded = extension === "webp" && !url.includes("/upl_");
  return isSeeded
    ? `${smallSource}, ${url} 800w`
    : `${smallSource}, ${urlWithoutExtension}-800.webp 800w, ${url} 1600w`;
};

type ProductImageProps = {
  src: string;
  /** '' where the product's name stands beside the picture. */
  alt: string;
  /** As in `<img sizes>`. */
  sizes?: string;
  /** Loads the picture at once, and not only when it is near the window. */
  eager?: boolean;
  className?: string | undefined;
};

/** A square product picture. A placeholder replaces a picture that is missing or cannot be loaded. */
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
        ref={(image) => {
          // A picture in the first HTML may have failed before React could listen.
          if (image?.complete && image.naturalWidth === 0) setFailedUrl(src);
        }}
        onError={({ currentTarget }) => {
          // Without a network the placeholder fails too: the frame stays empty, without the browser's icon of a broken picture.
          if (url === PLACEHOLDER_IMAGE) currentTarget.style.opacity = "0";
          setFailedUrl(src);
        }}
        className={styles.image}
      />
    </span>
  );
}

import type { DragEvent } from "react";
import { useState } from "react";
import { announce } from "../../../ui/announce.ts";
import { Badge } from "../../../ui/badge.tsx";
import { cx } from "../../../ui/class-names.ts";
import { IconButton } from "../../../ui/icon-button.tsx";
import { ProductImage } from "../../../ui/product-image.tsx";
import { DropZone, UploadRow } from "./image-uploads.tsx";
import styles from "./images-editor.module.css";
import form from "./product-form.module.css";
import { moveItem } from "./draft.ts";
import type { Uploads } from "./use-uploads.ts";

type ImagesEditorProps = {
  urls: readonly string[];
  error: string | undefined;
  onChange: (urls: string[]) => void;
  uploads: Uploads;
};

/** The images of a product, sorted by drag or by buttons. The first one is the main image. */
export function ImagesEditor({ urls, error, onChange, uploads: queue }: ImagesEditorProps) {
  const [dragged, setDragged] = useState<number>();
  const { uploads, uploading, add, retry, remove } = queue;
  const move = (from: number, to: number) => {
    onChange(moveItem(urls, from, to));
    announce(to === 0 ? "Now the main image" : `Now image ${to + 1} of ${urls.length}`);
  };
  const drag = (i: number) => ({
    draggable: true,
    onDragStart: (event: DragEvent) => {
      setDragged(i);
      event.dataTransfer.effectAllowed = "move";
    },
    onDragOver: (event: DragEvent) => {
      if (dragged === undefined) return;
      event.preventDefault();
      if (dragged === i) return;
      onChange(moveItem(urls, dragged, i));
      setDragged(i);
    },
    onDrop: (event: DragEvent) => event.preventDefault(),
    onDragEnd: () => setDragged(undefined),
  });
  return (
    <section
      id="images"
      tabIndex={-1}
      className={cx("card", form.card, error !== undefined && form.wrong)}
      aria-labelledby="images-heading"
    >
      <h3 id="images-heading" className={form.heading}>
        Images
      </h3>
      {urls.length > 0 && (
        <ol className={styles.images}>
          {urls.map((url, i) => (
            <li key={url} {...drag(i)} className={cx(styles.image, dragged === i && styles.dragged)}>
              <ProductImage src={url} alt={`Image ${i + 1}`} sizes="160px" />
              {i === 0 && (
                <span className={styles.main}>
                  <Badge tone="ok" icon="check">
                    Main
                  </Badge>
                </span>
              )}
              <div className={styles.tools}>
                <IconButton
                  icon="arrow-left"
                  iconSize={18}
                  label={`Move image ${i + 1} forward`}
                  disabled={i === 0}
                  onClick={() => move(i, i - 1)}
                />
                <IconButton
                  icon="arrow-right"
                  iconSize={18}
                  label={`Move image ${i + 1} back`}
                  disabled={i === urls.length - 1}
                  onClick={() => move(i, i + 1)}
                />
                <IconButton
                  icon="trash"
                  iconSize={18}
                  label={`Remove image ${i + 1}`}
                  onClick={() => onChange(urls.toSpliced(i, 1))}
                />
              </div>
            </li>
          ))}
        </ol>
      )}
      {uploads.length > 0 && (
        <ul className={styles.uploads}>
          {uploads.map((upload) => (
            <UploadRow key={upload.key} upload={upload} onRetry={retry} onRemove={remove} />
          ))}
        </ul>
      )}
      <DropZone onFiles={add} busy={uploading} />
    </section>
  );
}

import { SelectField } from "@aws-amplify/ui-react";
import type { DragEvent } from "react";
import { useRef, useState } from "react";
import { flushSync } from "react-dom";
import { announce } from "../../../ui/announce.ts";
import { Badge } from "../../../ui/badge.tsx";
import { cx } from "../../../ui/class-names.ts";
import { IconButton } from "../../../ui/icon-button.tsx";
import { ProductImage } from "../../../ui/product-image.tsx";
import { useFocusAfterRemoval } from "../use-focus-after-removal.ts";
import { DropZone, UploadRow } from "./image-uploads.tsx";
import styles from "./images-editor.module.css";
import formStyles from "./product-form.module.css";
import { moveItem } from "./draft.ts";
import type { ImageUploads } from "./use-uploads.ts";

type ImagesEditorProps = {
  urls: readonly string[];
  error: string | undefined;
  onChange: (urls: string[]) => void;
  /** The colors of the product's variants. If there are several, the admin can set the color of each image. */
  colors: readonly string[];
  imageColors: Readonly<Record<string, string>>;
  onColor: (url: string, color: string) => void;
  imageUploads: ImageUploads;
};

type ColorSelectProps = {
  label: string;
  colors: readonly string[];
  value: string | undefined;
  onChange: (color: string) => void;
};

function ColorSelect({ label, colors, value, onChange }: ColorSelectProps) {
  return (
    <SelectField
      label={label}
      labelHidden
      size="small"
      value={value !== undefined && colors.includes(value) ? value : ""}
      onChange={({ target }) => onChange(target.value)}
    >
      <option value="">Any color</option>
      {colors.map((color) => (
        <option key={color} value={color}>
          {color}
        </option>
      ))}
    </SelectField>
  );
}

type Tool = "earlier" | "later" | "remove";

/** The images of a product. The user sorts them by dragging or with buttons; the first is the main image. */
export function ImagesEditor(props: ImagesEditorProps) {
  const { urls, error, onChange, colors, imageColors, onColor, imageUploads } = props;
  const [draggedIndex, setDraggedIndex] = useState<number>();
  const { uploads, isUploading, add, retry, remove } = imageUploads;
  const listRef = useRef<HTMLOListElement>(null);
  const chooseRef = useRef<HTMLButtonElement>(null);
  const focusHandlers = useFocusAfterRemoval(() => chooseRef.current?.focus());
  /** Focuses the first of these buttons of an image that is not disabled. */
  const focusTool = (index: number, names: readonly Tool[]) => {
    const image = listRef.current?.children.item(index);
    const tools = names.map((name) => image?.querySelector<HTMLElement>(`[data-tool=${name}]:enabled`));
    tools.find((tool) => tool)?.focus();
  };
  const move = (from: number, to: number) => {
    flushSync(() => onChange(moveItem(urls, from, to)));
    focusTool(to, to < from ? ["earlier", "later"] : ["later", "earlier"]);
    announce(to === 0 ? "Now the main image" : `Now image ${to + 1} of ${urls.length}`);
  };
  const removeImage = (index: number) => {
    flushSync(() => onChange(urls.toSpliced(index, 1)));
    focusTool(Math.min(index, urls.length - 2), ["remove"]);
    announce(`Image ${index + 1} removed`);
  };
  const dragProps = (i: number) => ({
    draggable: true,
    onDragStart: (event: DragEvent) => {
      setDraggedIndex(i);
      event.dataTransfer.effectAllowed = "move";
    },
    onDragOver: (event: DragEvent) => {
      if (draggedIndex === undefined) return;
      event.preventDefault();
      if (draggedIndex === i) return;
      onChange(moveItem(urls, draggedIndex, i));
      setDraggedIndex(i);
    },
    onDrop: (event: DragEvent) => event.preventDefault(),
    onDragEnd: () => setDraggedIndex(undefined),
  });
  return (
    <section
      {...focusHandlers}
      id="images"
      tabIndex={-1}
      className={cx("card", formStyles.card, error !== undefined && formStyles.wrong)}
      aria-labelledby="images-heading"
      aria-describedby={error === undefined ? undefined : "images-error"}
      data-invalid={error === undefined ? undefined : true}
    >
      <h3 id="images-heading" className={formStyles.heading}>
        Images
      </h3>
      {error !== undefined && (
        <p id="images-error" className={formStyles.problem}>
          {error}
        </p>
      )}
      {colors.length > 1 && urls.length > 0 && (
        <p className={formStyles.hint}>
          Choose the color that an image shows: customers see it when they choose the color, and in their
          cart.
        </p>
      )}
      {urls.length > 0 && (
        <ol ref={listRef} className={styles.images}>
          {urls.map((url, i) => (
            <li
              key={url}
              {...dragProps(i)}
              className={cx(styles.image, draggedIndex === i && styles.dragged)}
            >
              <ProductImage src={url} alt={`Image ${i + 1}`} sizes="160px" className={styles.picture} />
              {i === 0 && (
                <span className={styles.mainBadge}>
                  <Badge tone="ok" icon="check">
                    Main
                  </Badge>
                </span>
              )}
              <div className={styles.tools}>
                <IconButton
                  icon="arrow-left"
                  data-tool="earlier"
                  iconSize={18}
                  label={`Move image ${i + 1} earlier`}
                  disabled={i === 0}
                  onClick={() => move(i, i - 1)}
                />
                <IconButton
                  icon="arrow-right"
                  data-tool="later"
                  iconSize={18}
                  label={`Move image ${i + 1} later`}
                  disabled={i === urls.length - 1}
                  onClick={() => move(i, i + 1)}
                />
                <IconButton
                  icon="trash"
                  data-tool="remove"
                  iconSize={18}
                  label={`Remove image ${i + 1}`}
                  onClick={() => removeImage(i)}
                />
              </div>
              {colors.length > 1 && (
                <div className={styles.color}>
                  <ColorSelect
                    label={`Color in image ${i + 1}`}
                    colors={colors}
                    value={imageColors[url]}
                    onChange={(color) => onColor(url, color)}
                  />
                </div>
              )}
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
      <DropZone onFiles={add} isUploading={isUploading} chooseRef={chooseRef} />
    </section>
  );
}

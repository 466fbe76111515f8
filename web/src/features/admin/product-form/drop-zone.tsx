import { useState } from "react";
import { useDropzone } from "react-dropzone";
import { IMAGE_TYPES, MAX_IMAGE_BYTES, MAX_IMAGES_PER_DROP } from "../../../../../shared/upload.ts";
import { cx } from "../../../ui/class-names.ts";
import { Icon } from "../../../ui/icon.tsx";
import { Notice } from "../../../ui/notice.tsx";
import styles from "./images-editor.module.css";
import { fileProblem } from "./file-problems.ts";

const ACCEPT: Record<string, string[]> = {};
for (const [extension, type] of Object.entries(IMAGE_TYPES)) (ACCEPT[type] ??= []).push(`.${extension}`);

/** Where pictures are dropped or chosen; says of each that is not taken why. */
export function DropZone({ onFiles, busy }: { onFiles: (files: File[]) => void; busy: boolean }) {
  const [rejected, setRejected] = useState<{ name: string; why: string }[]>([]);
  const { getRootProps, getInputProps, isDragActive, open } = useDropzone({
    accept: ACCEPT,
    maxSize: MAX_IMAGE_BYTES,
    minSize: 1,
    maxFiles: MAX_IMAGES_PER_DROP,
    noClick: true,
    noKeyboard: true,
    onDrop: (taken, refused) => {
      setRejected(
        refused.map(({ file, errors }) => ({
          name: file.name,
          why: errors.map((error) => fileProblem(error, file.type)).join(". "),
        })),
      );
      if (taken.length > 0) onFiles(taken);
    },
  });
  return (
    <>
      <div {...getRootProps({ className: cx(styles.drop, isDragActive && styles.over) })}>
        <input {...getInputProps({ "aria-label": "Add images" })} />
        <Icon name="upload" size={24} />
        <p>
          {busy ? "Uploading..." : "Drop images here, or"}{" "}
          {!busy && (
            <button type="button" className={styles.choose} onClick={open}>
              choose files
            </button>
          )}
        </p>
        <p className={styles.rules}>JPEG, PNG or GIF, up to 5 MB each, at most 5 at once</p>
      </div>
      {rejected.length > 0 && (
        <Notice tone="danger" role="alert">
          <ul className={styles.rejected}>
            {rejected.map(({ name, why }) => (
              <li key={name}>
                <strong>{name}</strong>: {why}
              </li>
            ))}
          </ul>
        </Notice>
      )}
    </>
  );
}

import { type Ref, useId, useState } from "react";
import { useDropzone } from "react-dropzone";
import { IMAGE_TYPES, MAX_IMAGES_PER_DROP } from "../../../../../shared/upload.ts";
import { cx } from "../../../ui/class-names.ts";
import { IconButton } from "../../../ui/icon-button.tsx";
import { Icon } from "../../../ui/icon.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { fileProblem } from "./file-problems.ts";
import styles from "./images-editor.module.css";
import type { Upload } from "./use-uploads.ts";

/**
 * Accepts all images, because the browser converts images of types that are not in IMAGE_TYPES. Extensions are listed too, because
 * some systems know no media type for HEIC and AVIF.
 */
const ACCEPT = { "image/*": [...Object.keys(IMAGE_TYPES), "avif", "heic", "heif"].map((ext) => `.${ext}`) };

type DropZoneProps = {
  onFiles: (files: File[]) => void;
  isUploading: boolean;
  chooseRef: Ref<HTMLButtonElement>;
};

/** Accepts images by drag and drop or from the file dialog. Shows the reason for each rejected file. */
export function DropZone({ onFiles, isUploading, chooseRef }: DropZoneProps) {
  const rulesId = useId();
  const [rejectedFiles, setRejectedFiles] = useState<{ name: string; reason: string }[]>([]);
  const { getRootProps, getInputProps, isDragActive, open } = useDropzone({
    accept: ACCEPT,
    minSize: 1,
    maxFiles: MAX_IMAGES_PER_DROP,
    noClick: true,
    noKeyboard: true,
    onDrop: (accepted, rejections) => {
      setRejectedFiles(
        rejections.map(({ file, errors }) => ({
          name: file.name,
          reason: errors.map((error) => fileProblem(error, file.type)).join(". "),
        })),
      );
      if (accepted.length > 0) onFiles(accepted);
    },
  });
  return (
    <>
      <div {...getRootProps({ className: cx(styles.drop, isDragActive && styles.dragOver) })}>
        <input {...getInputProps({ "aria-label": "Add images" })} />
        <Icon name="upload" size={24} />
        <p>
          {isUploading ? "Uploading... Drop more images here, or" : "Drop images here, or"}{" "}
          <button
            ref={chooseRef}
            type="button"
            className={styles.choose}
            onClick={open}
            aria-describedby={rulesId}
          >
            choose files
          </button>
        </p>
        <p id={rulesId} className={styles.rules}>
          JPEG, PNG, GIF or WebP, at most {MAX_IMAGES_PER_DROP} at once. Large pictures are made smaller.
        </p>
      </div>
      {rejectedFiles.length > 0 && (
        <Notice tone="danger" role="alert">
          <ul className={styles.rejectedFiles}>
            {rejectedFiles.map(({ name, reason }) => (
              <li key={name}>
                <strong>{name}</strong>: {reason}
              </li>
            ))}
          </ul>
        </Notice>
      )}
    </>
  );
}

type UploadRowProps = { upload: Upload; onRetry: (key: string) => void; onRemove: (key: string) => void };

/** A file with the progress of the upload, or with the error if the upload has failed. */
export function UploadRow({ upload, onRetry, onRemove }: UploadRowProps) {
  const { key, name, preview, progress, error } = upload;
  const [hasPreviewFailed, setHasPreviewFailed] = useState(false);
  const percent = Math.round(progress * 100);
  return (
    <li className={styles.upload}>
      {hasPreviewFailed ? (
        <span className={styles.broken}>
          <Icon name="image" size={24} />
        </span>
      ) : (
        <img src={preview} alt="" width={56} height={56} onError={() => setHasPreviewFailed(true)} />
      )}
      <div className={styles.fileText}>
        <p className={styles.fileName}>{name}</p>
        {error === undefined ? (
          <p className={styles.state}>
            <progress aria-label={`Upload of ${name}`} value={progress < 1 ? progress : undefined} />
            {progress < 1 ? `Uploading... ${percent}%` : "Checking..."}
          </p>
        ) : (
          <p role="alert" className={styles.failed}>
            {error}
          </p>
        )}
      </div>
      {error !== undefined && (
        <IconButton
          icon="refresh"
          iconSize={18}
          label={`Retry ${name}`}
          onClick={({ currentTarget }) => {
            // This button is removed, so the button beside it gets the focus.
            if (currentTarget.nextElementSibling instanceof HTMLElement)
              currentTarget.nextElementSibling.focus();
            onRetry(key);
          }}
        />
      )}
      <IconButton
        icon="close"
        iconSize={18}
        label={error === undefined ? `Cancel upload of ${name}` : `Dismiss ${name}`}
        onClick={() => onRemove(key)}
      />
    </li>
  );
}

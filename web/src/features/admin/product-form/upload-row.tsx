import { useState } from "react";
import { Icon } from "../../../ui/icon.tsx";
import { IconButton } from "../../../ui/icon-button.tsx";
import styles from "./images-editor.module.css";
import type { Upload } from "./use-uploads.ts";

type UploadRowProps = { upload: Upload; onRetry: (key: string) => void; onRemove: (key: string) => void };

/** A file on its way, or why it did not arrive. */
export function UploadRow({ upload, onRetry, onRemove }: UploadRowProps) {
  const { key, name, preview, part, error } = upload;
  const [broken, setBroken] = useState(false);
  const percent = Math.round(part * 100);
  return (
    <li className={styles.upload}>
      {broken ? (
        <span className={styles.broken}>
          <Icon name="image" size={24} />
        </span>
      ) : (
        <img src={preview} alt="" width={56} height={56} onError={() => setBroken(true)} />
      )}
      <div className={styles.what}>
        <p className={styles.file}>{name}</p>
        {error === undefined ? (
          <p className={styles.state}>
            <progress aria-label={`Upload of ${name}`} value={part < 1 ? part : undefined} />
            {part < 1 ? `Uploading... ${percent}%` : "Checking..."}
          </p>
        ) : (
          <p role="alert" className={styles.failed}>
            {error}
          </p>
        )}
      </div>
      {error !== undefined && (
        <IconButton icon="refresh" iconSize={18} label={`Retry ${name}`} onClick={() => onRetry(key)} />
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

import { useCallback, useEffect, useRef, useState } from "react";
import { announce } from "../../../ui/announce.ts";
import { adminMessages } from "../admin-messages.ts";
import { UnusableImageError } from "./shrink-image.ts";
import { uploadImage } from "./upload-image.ts";
import type { UploadResult } from "./ready-uploads.ts";
import { readyUploadsInOrder } from "./ready-uploads.ts";

/** An upload as the page shows it. `progress` is 0 to 1; at 1 the server checks the image. `preview`: a blob URL of the file. */
export type Upload = { key: string; name: string; preview: string; progress: number; error?: string };

/** An upload with its file and result, which the page does not show. `hasFailed` and `url` are set when the upload ends. */
type UploadFile = UploadResult & { key: string; file: File; controller: AbortController; preview: string };

let lastKey = 0;

/**
 * Uploads images. `onReady` gets the URL of each accepted image, in the order in which the user chose the files; a file that has
 * failed and is retried may come later. Unmounting aborts all uploads.
 */
export function useUploads(onReady: (url: string) => void) {
  const [uploads, setUploads] = useState<Upload[]>([]);
  const files = useRef(new Map<string, UploadFile>());

  const latestOnReady = useRef(onReady);
  useEffect(() => {
    latestOnReady.current = onReady;
  });

  const update = useCallback(
    (key: string, change: Partial<Upload>) =>
      setUploads((current) =>
        current.map((upload) => (upload.key === key ? { ...upload, ...change } : upload)),
      ),
    [],
  );
  const discard = useCallback((key: string) => {
    const upload = files.current.get(key);
    files.current.delete(key);
    upload?.controller.abort();
    if (upload) URL.revokeObjectURL(upload.preview);
    setUploads((current) => current.filter((otherUpload) => otherUpload.key !== key));
  }, []);
  const reportReady = useCallback(() => {
    const readyUploads = readyUploadsInOrder(files.current.values());
    for (const { key, url } of readyUploads) {
      latestOnReady.current(url);
      discard(key);
    }
    if (readyUploads.length > 0)
      announce(readyUploads.length === 1 ? "Image added" : `${readyUploads.length} images added`);
  }, [discard]);
  const remove = useCallback(
    (key: string) => {
      discard(key);
      reportReady();
    },
    [discard, reportReady],
  );

  const startUpload = useCallback(
    async (key: string) => {
      const upload = files.current.get(key);
      if (!upload) return;
      const { signal } = upload.controller;
      try {
        upload.hasFailed = false;
        upload.url = await uploadImage(upload.file, (progress) => update(key, { progress }), signal);
      } catch (error) {
        if (signal.aborted) return;
        if (!(error instanceof UnusableImageError)) console.error("An image could not be uploaded", error);
        upload.hasFailed = true;
        update(key, {
          error: error instanceof Error && error.message ? error.message : adminMessages.uploadFailed,
        });
      }
      reportReady();
    },
    [update, reportReady],
  );

  const add = useCallback(
    (newFiles: readonly File[]) => {
      for (const file of newFiles) {
        const key = `u${(lastKey += 1)}`;
        const preview = URL.createObjectURL(file);
        files.current.set(key, { key, file, preview, controller: new AbortController() });
        setUploads((current) => [...current, { key, name: file.name, preview, progress: 0 }]);
        void startUpload(key);
      }
    },
    [startUpload],
  );
  const retry = useCallback(
    (key: string) => {
      setUploads((current) =>
        current.map((upload) => {
          const { error: _, ...withoutError } = upload;
          return upload.key === key ? { ...withoutError, progress: 0 } : upload;
        }),
      );
      void startUpload(key);
    },
    [startUpload],
  );

  useEffect(() => {
    const remainingFiles = files.current;
    return () =>
      remainingFiles.forEach(({ controller, preview }) => {
        controller.abort();
        URL.revokeObjectURL(preview);
      });
  }, []);
  return { uploads, isUploading: uploads.some(({ error }) => error === undefined), add, retry, remove };
}
export type ImageUploads = ReturnType<typeof useUploads>;

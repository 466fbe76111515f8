import { useCallback, useEffect, useRef, useState } from "react";
import { messages } from "../../../../../shared/messages.ts";
import { ImageRejected, uploadImage } from "./upload-image.ts";

/** A file that is being uploaded. `progress` is 0 to 1; at 1 the server checks the image. */
export type Upload = { key: string; name: string; preview: string; progress: number; error?: string };

let lastKey = 0;

/** The uploads of a form. `onReady` gets the URL of each image that was uploaded and accepted. Unmounting aborts them. */
export function useUploads(onReady: (url: string) => void) {
  const [uploads, setUploads] = useState<Upload[]>([]);
  const files = useRef(new Map<string, { file: File; controller: AbortController; preview: string }>());

  const ready = useRef(onReady);
  useEffect(() => {
    ready.current = onReady;
  });

  const update = useCallback(
    (key: string, change: Partial<Upload>) =>
      setUploads((all) => all.map((upload) => (upload.key === key ? { ...upload, ...change } : upload))),
    [],
  );
  const remove = useCallback((key: string) => {
    const found = files.current.get(key);
    files.current.delete(key);
    found?.controller.abort();
    if (found) URL.revokeObjectURL(found.preview);
    setUploads((all) => all.filter((upload) => upload.key !== key));
  }, []);

  const run = useCallback(
    async (key: string) => {
      const found = files.current.get(key);
      if (!found) return;
      const { signal } = found.controller;
      try {
        const url = await uploadImage(found.file, (progress) => update(key, { progress }), signal);
        ready.current(url);
        remove(key);
      } catch (error) {
        if (signal.aborted) return;
        if (!(error instanceof ImageRejected)) console.error("An image could not be uploaded", error);
        update(key, {
          error: error instanceof Error && error.message ? error.message : messages.uploadFailed,
        });
      }
    },
    [update, remove],
  );

  const add = useCallback(
    (added: readonly File[]) => {
      for (const file of added) {
        const key = `u${(lastKey += 1)}`;
        const preview = URL.createObjectURL(file);
        files.current.set(key, { file, preview, controller: new AbortController() });
        setUploads((all) => [...all, { key, name: file.name, preview, progress: 0 }]);
        void run(key);
      }
    },
    [run],
  );
  const retry = useCallback(
    (key: string) => {
      setUploads((all) =>
        all.map((upload) => {
          const { error: _, ...withoutError } = upload;
          return upload.key === key ? { ...withoutError, progress: 0 } : upload;
        }),
      );
      void run(key);
    },
    [run],
  );

  useEffect(() => {
    const open = files.current;
    return () =>
      open.forEach(({ controller, preview }) => {
        controller.abort();
        URL.revokeObjectURL(preview);
      });
  }, []);
  return { uploads, uploading: uploads.some(({ error }) => error === undefined), add, retry, remove };
}
export type Uploads = ReturnType<typeof useUploads>;

import { useCallback, useEffect, useRef, useState } from "react";
import { messages } from "../../../../../shared/messages.ts";
import { Refused, uploadImage } from "./upload-image.ts";

/** A file on its way: `part` (0 to 1) is what was sent; at 1 it is being checked. */
export type Upload = { key: string; name: string; preview: string; part: number; error?: string };

let lastKey = 0;

/** Files on their way into the shop. `onReady` hears the address of each that arrived and was taken. */
export function useUploads(onReady: (url: string) => void) {
  const [uploads, setUploads] = useState<Upload[]>([]);
  const files = useRef(new Map<string, { file: File; ending: AbortController; preview: string }>());
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
    found?.ending.abort();
    if (found) URL.revokeObjectURL(found.preview);
    setUploads((all) => all.filter((upload) => upload.key !== key));
  }, []);

  const run = useCallback(
    async (key: string) => {
      const found = files.current.get(key);
      if (!found) return;
      const { signal } = found.ending;
      try {
        const url = await uploadImage(found.file, (part) => update(key, { part }), signal);
        if (signal.aborted) return;
        ready.current(url);
        remove(key);
      } catch (error) {
        if (signal.aborted) return;
        if (!(error instanceof Refused)) console.error("A picture could not be uploaded", error);
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
        files.current.set(key, { file, preview, ending: new AbortController() });
        setUploads((all) => [...all, { key, name: file.name, preview, part: 0 }]);
        void run(key);
      }
    },
    [run],
  );
  const retry = useCallback(
    (key: string) => {
      setUploads((all) =>
        all.map(({ error, ...of }) => {
          if (of.key === key) return { ...of, part: 0 };
          return error === undefined ? of : { ...of, error };
        }),
      );
      void run(key);
    },
    [run],
  );

  useEffect(() => {
    const open = files.current;
    return () => open.forEach(({ ending, preview }) => (ending.abort(), URL.revokeObjectURL(preview)));
  }, []);
  return { uploads, uploading: uploads.some(({ error }) => error === undefined), add, retry, remove };
}
export type Uploads = ReturnType<typeof useUploads>;

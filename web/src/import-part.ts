/** How long a file may take to load. */
const TIMEOUT_MS = 60_000;

/** The loads that are running or have succeeded, by path. */
const loads = new Map<string, Promise<void>>();

/**
 * Imports a part of the site's code after all of its files are in the browser's cache. `files`: the part's scripts and styles,
 * as paths from the site's root. Rejects if a file cannot be loaded; the next call then loads the file again.
 *
 * In the built site, each `import()` calls `importPart` instead of Vite's function, which imports at once. If an import cannot
 * load a file, many browsers (Chromium before version 156) remember the failure until the page is reloaded, and every further import
 * of the file fails.
 * https://github.com/whatwg/html/issues/6768
 */
export async function importPart<M>(
  importModule: () => Promise<M>,
  files: readonly string[] = [],
): Promise<M> {
  await Promise.all(files.map(loadOnce));
  return importModule();
}

function loadOnce(file: string): Promise<void> {
  const path = `/${file}`;
  const load =
    loads.get(path) ??
    (path.endsWith(".css") ? loadStyles(path) : fetchScript(path)).catch((error: unknown) => {
      loads.delete(path);
      throw error;
    });
  loads.set(path, load);
  return load;
}

/** Whether the page has loaded the file before. */
const isLoaded = (path: string): boolean =>
  performance
    .getEntriesByName(new URL(path, location.origin).href)
    .some((entry) => entry instanceof PerformanceResourceTiming && entry.responseStatus === 200);

/** Loads a script into the browser's cache. */
async function fetchScript(path: string): Promise<void> {
  if (isLoaded(path)) return;
  const response = await fetch(path, { signal: AbortSignal.timeout(TIMEOUT_MS) });
  if (!response.ok) throw new Error(`${path} has the status ${response.status}`);
  // The cache keeps only responses that were read to their end.
  await response.arrayBuffer();
}

function loadStyles(path: string): Promise<void> {
  if (document.querySelector(`link[rel="stylesheet"][href="${path}"]`)) return Promise.resolve();
  const link = document.createElement("link");
  link.rel = "stylesheet";
  // As in the HTML: with another value, the browser would load a cached file again.
  link.crossOrigin = "";
  link.href = path;
  document.head.append(link);
  return new Promise((resolve, reject) => {
    const fail = () => {
      link.remove();
      reject(new Error(`${path} could not be loaded`));
    };
    const timeout = setTimeout(fail, TIMEOUT_MS);
    link.addEventListener("error", fail);
    link.addEventListener("load", () => {
      clearTimeout(timeout);
      resolve();
    });
  });
}

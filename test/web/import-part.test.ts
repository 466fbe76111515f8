import { afterEach, expect, test, vi } from "vitest";
import { importPart } from "../../web/src/import-part.ts";

const okResponse = () => Promise.resolve(new Response("export {};"));

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test("a part is imported after its scripts are loaded, and each script is loaded once", async () => {
  vi.stubGlobal("location", { origin: "https://shop.example" });
  const requestedPaths: string[] = [];
  vi.stubGlobal("fetch", (path: string) => {
    requestedPaths.push(path);
    return okResponse();
  });
  const importModule = vi.fn(() => Promise.resolve("module"));
  const parts = [
    importPart(importModule, ["assets/cart.js", "assets/price.js"]),
    importPart(importModule, ["assets/product.js", "assets/price.js"]),
  ];
  expect(importModule).not.toHaveBeenCalled();
  expect(await Promise.all(parts)).toEqual(["module", "module"]);
  expect(requestedPaths).toEqual(["/assets/cart.js", "/assets/price.js", "/assets/product.js"]);
  expect(await importPart(importModule)).toBe("module");
});

test.each([
  ["the connection fails", "assets/a.js", () => Promise.reject(new TypeError("Failed to fetch"))],
  [
    "the server answers with an error",
    "assets/b.js",
    () => Promise.resolve(new Response("", { status: 503 })),
  ],
])("nothing is imported when %s, and the next call loads the script again", async (_, file, fail) => {
  vi.stubGlobal("location", { origin: "https://shop.example" });
  const fetchMock = vi.fn<() => Promise<Response>>(okResponse).mockImplementationOnce(fail);
  vi.stubGlobal("fetch", fetchMock);
  const importModule = vi.fn(() => Promise.resolve("module"));
  await expect(importPart(importModule, [file])).rejects.toThrow();
  expect(importModule).not.toHaveBeenCalled();
  expect(await importPart(importModule, [file])).toBe("module");
  expect(fetchMock).toHaveBeenCalledTimes(2);
});

test("styles that do not load within 60 s are given up, and the next call loads them again", async () => {
  vi.useFakeTimers();
  const addedLinks: EventTarget[] = [];
  vi.stubGlobal("document", {
    querySelector: () => null,
    createElement: () => Object.assign(new EventTarget(), { remove: () => undefined }),
    head: { append: (link: EventTarget) => addedLinks.push(link) },
  });
  const importModule = vi.fn(() => Promise.resolve("module"));
  const failure = expect(importPart(importModule, ["assets/slow.css"])).rejects.toThrow("/assets/slow.css");
  await vi.advanceTimersByTimeAsync(60_000);
  await failure;
  expect(importModule).not.toHaveBeenCalled();
  const nextImport = importPart(importModule, ["assets/slow.css"]);
  addedLinks[1]?.dispatchEvent(new Event("load"));
  expect(await nextImport).toBe("module");
});

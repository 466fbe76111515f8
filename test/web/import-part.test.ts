import { expect, test, vi } from "vitest";
import { importPart } from "../../web/src/import-part.ts";

const okResponse = () => Promise.resolve(new Response("export {};"));

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

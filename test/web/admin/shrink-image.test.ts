import { expect, onTestFinished, test, vi } from "vitest";
import { shrinkImage } from "../../../web/src/features/admin/product-form/shrink-image.ts";

const picture = (name: string) => new File(["bytes of a picture"], name, { type: "image/jpeg" });

test("a picture that hangs in decoding fails after a minute or when it is cancelled, and the next one is decoded", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout"] });
  const decode = vi.fn<(file: File) => Promise<object>>(({ name }) =>
    name === "hangs.jpg"
      ? new Promise(() => {})
      : Promise.resolve({ width: 10, height: 10, close: () => {} }),
  );
  vi.stubGlobal("createImageBitmap", decode);
  onTestFinished(() => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });
  const { signal } = new AbortController();
  const cancelController = new AbortController();
  const timeout = expect(shrinkImage(picture("hangs.jpg"), signal)).rejects.toThrow(
    "Failed to upload images",
  );
  const cancellation = expect(shrinkImage(picture("hangs.jpg"), cancelController.signal)).rejects.toThrow(
    "aborted",
  );
  const nextPicture = shrinkImage(picture("next.jpg"), signal);

  await expect.poll(() => decode.mock.calls.length).toBe(1);
  await vi.advanceTimersByTimeAsync(60_000);
  await timeout;
  await expect.poll(() => decode.mock.calls.length).toBe(2);
  cancelController.abort();
  await cancellation;
  expect((await nextPicture).name).toBe("next.jpg");
});

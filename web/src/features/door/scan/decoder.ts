/** Reads QR codes from a video: with the browser's own BarcodeDetector, or with the package `qr`. */

/** TypeScript has no type of BarcodeDetector: https://wicg.github.io/shape-detection-api/#barcode-detection-api */
type NativeDetector = { detect: (source: HTMLVideoElement) => Promise<{ rawValue: string }[]> };
type NativeDetectorClass = {
  new (options: { formats: string[] }): NativeDetector;
  getSupportedFormats: () => Promise<string[]>;
};

/** Returns the text of a code in the video's current picture; undefined without a code. */
export type Decoder = (video: HTMLVideoElement) => Promise<string | undefined>;

/**
 * The longest side of the picture that is decoded. A ticket's code with its margin is 49 squares wide. If it fills a third of
 * the picture, each square still has 5 px.
 */
const LONGEST_SIDE_PX = 800;

async function createNativeDecoder(): Promise<Decoder | undefined> {
  if (!("BarcodeDetector" in window)) return undefined;
  const Detector = window.BarcodeDetector as NativeDetectorClass;
  // Some systems have the class but no format.
  const formats = await Detector.getSupportedFormats().catch((): string[] => []);
  if (!formats.includes("qr_code")) return undefined;
  const detector = new Detector({ formats: ["qr_code"] });
  return async (video) => (await detector.detect(video))[0]?.rawValue;
}

async function createPackagedDecoder(): Promise<Decoder> {
  const { decodeQR } = await import("qr/decode.js");
  const canvas = document.createElement("canvas");
  const context = canvas.getContext("2d", { willReadFrequently: true });
  return (video) => {
    const { videoWidth, videoHeight } = video;
    const scale = Math.min(1, LONGEST_SIDE_PX / Math.max(videoWidth, videoHeight));
    const [width, height] = [Math.round(videoWidth * scale), Math.round(videoHeight * scale)];
    if (!context || width === 0 || height === 0) return Promise.resolve(undefined);
    if (canvas.width !== width) canvas.width = width;
    if (canvas.height !== height) canvas.height = height;
    context.drawImage(video, 0, 0, width, height);
    try {
      return Promise.resolve(decodeQR(context.getImageData(0, 0, width, height)));
    } catch {
      // The package throws for a picture without a code.
      return Promise.resolve(undefined);
    }
  };
}

/** A decoder that changes to the package if the browser's own one stops working. */
export async function createDecoder(): Promise<Decoder> {
  const browserDecoder = await createNativeDecoder().catch(() => undefined);
  if (!browserDecoder) return createPackagedDecoder();
  let decode = browserDecoder;
  return (video) =>
    decode(video).catch(async () => {
      decode = await createPackagedDecoder();
      return undefined;
    });
}

import decodeQR from "qr/decode.js";
import sharp from "sharp";

/** The text of the QR code on a picture, as a camera's scanner reads it. Throws if it is not readable. */
export async function readQrCode(picture: Buffer): Promise<string> {
  const { data, info } = await sharp(picture).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  return decodeQR({ width: info.width, height: info.height, data }, { timeLimit: 10_000 });
}

/** The red, green and blue of a pixel on the picture's diagonal. `position` is from 0 (top left) to 1 (bottom right). */
export async function colorAt(picture: Buffer, position: number): Promise<number[]> {
  const { data, info } = await sharp(picture).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  const start = (Math.floor(position * info.height) * info.width + Math.floor(position * info.width)) * 3;
  return [...data.subarray(start, start + 3)];
}

/**
 * The picture as a cheap camera sees it on a cracked screen: gray, noisy, with dark lines and a blot, and only `width` px
 * wide. A blot wider than 0.26 of the picture makes a code with error correction M unreadable.
 */
export async function onCrackedScreen(picture: Buffer, width: number): Promise<Buffer> {
  const { info } = await sharp(picture).toBuffer({ resolveWithObject: true });
  const { width: w, height: h } = info;
  const crackSvg = `<svg xmlns="http://www.w3.org/2000/svg" width="${w}" height="${h}">
    <path d="M${w * 0.36} 0L${w * 0.47} ${h * 0.4}L${w * 0.42} ${h * 0.6}L${w * 0.6} ${h}" fill="none" stroke="#222" stroke-width="${w * 0.014}"/>
    <path d="M${w * 0.47} ${h * 0.4}L${w * 0.95} ${h * 0.55}" fill="none" stroke="#111" stroke-width="${w * 0.012}"/><ellipse cx="${w * 0.33}" cy="${h * 0.55}" rx="${w * 0.11}" ry="${h * 0.092}" fill="#181818"/></svg>`;
  const crackedPicture = await sharp(picture)
    .composite([{ input: Buffer.from(crackSvg) }])
    .png()
    .toBuffer();
  const { data, info: smallInfo } = await sharp(crackedPicture)
    .resize({ width })
    .greyscale()
    .linear(0.6, 40)
    .raw()
    .toBuffer({ resolveWithObject: true });
  // The same noise in each run.
  let seed = 1;
  const noisyPixels = data.map((value) => {
    seed = (seed * 16_807) % 2_147_483_647;
    return Math.max(0, Math.min(255, value + (seed % 61) - 30));
  });
  return sharp(noisyPixels, {
    raw: { width: smallInfo.width, height: smallInfo.height, channels: smallInfo.channels },
  })
    .png()
    .toBuffer();
}

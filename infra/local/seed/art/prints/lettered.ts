import { createHash } from "node:crypto";
import { letters, widthOf } from "../lettering.ts";

/** `> sudo pour` with a live cursor, and the password prompt below. */
export function sudoPour(cx: number, y: number, ink: string, cursor: string): string {
  const style = { size: 37, weight: 800, fill: ink } as const;
  const width = widthOf("> sudo pour ", style) + 22;
  const left = cx - width / 2;
  return `${letters(left, y, ">", { ...style, fill: cursor })}${letters(left, y, "  sudo pour", style)}<rect x="${left + width - 22}" y="${y - 29}" width="21" height="37" fill="${cursor}"/>${letters(left, y + 31, "[sudo] password for angel: ******", { size: 13.2, weight: 500, fill: ink, opacity: 0.72 })}`;
}

/** Rows of eight bytes with their offsets, as `xxd` prints them. */
export function hexDump(x: number, y: number, ink: string, accent: string): string {
  const bytes = Buffer.from("Mash bill: 70% corn, 21% rye, 9% malted barley. Nothing else. \n\n");
  return Array.from({ length: 8 }, (_, row) => {
    const hex = [...bytes.subarray(row * 8, row * 8 + 8)]
      .map((byte) => byte.toString(16).padStart(2, "0"))
      .join(" ");
    const offset = (row * 8).toString(16).padStart(4, "0");
    const line = y + row * 27;
    return (
      letters(x, line, offset, { size: 18, weight: 700, fill: accent }) +
      letters(x + 58, line, hex, { size: 18, weight: 600, fill: ink })
    );
  }).join("");
}

/** A warehouse stencil, worn. */
export function proofOfWork(cx: number, y: number, ink: string): string {
  const big = { face: "display", weight: 900, fill: ink, align: "middle" } as const;
  return `<g filter="url(#worn)">${letters(cx, y, "101 PROOF", { ...big, size: 52, tracking: 0.02 })}<rect x="${cx - 148}" y="${y + 16}" width="296" height="6" fill="${ink}"/><rect x="${cx - 148}" y="${y + 26}" width="296" height="2.4" fill="${ink}"/>${letters(cx, y + 86, "OF WORK", { ...big, size: 64, tracking: 0.025 })}<rect x="${cx - 148}" y="${y + 104}" width="296" height="2.4" fill="${ink}"/>${letters(cx, y + 132, "NO COINS WERE MINTED", { size: 17.4, weight: 800, tracking: 0.1, fill: ink, align: "middle" })}</g>`;
}

/** The access list of a well-run warehouse. */
export function leastPrivilege(cx: number, y: number, ink: string, accent: string): string {
  return `${letters(cx, y, "chmod 400 /rickhouse", { size: 23, weight: 800, fill: ink, align: "middle" })}<rect x="${cx - 150}" y="${y + 16}" width="300" height="1.6" fill="${ink}" opacity=".5"/>${letters(cx, y + 42, "-r--------  1 cooper  barrels", { size: 14.6, weight: 500, fill: accent, align: "middle" })}`;
}

/** A line down a leg or a sleeve, turned by `degrees` about its start. */
export function running(
  x: number,
  y: number,
  degrees: number,
  text: string,
  fill: string,
  size: number,
  accent = fill,
): string {
  const [first = "", ...rest] = text.split(" ");
  const style = { size, weight: 800, tracking: 0.04 } as const;
  const gap = widthOf(`${first} `, { ...style, fill });
  return `<g transform="rotate(${degrees} ${x} ${y})">${letters(x, y, first, { ...style, fill: accent })}${letters(x + gap, y, rest.join(" "), { ...style, fill })}</g>`;
}

/** The SHA-256 of a sentence, in eight groups of eight. */
export function digest(x: number, y: number, ink: string): string {
  const hex = createHash("sha256").update("Never pour what you cannot restore.").digest("hex");
  return (hex.match(/.{8}/g) ?? [])
    .map((group, row) =>
      letters(x, y + row * 38, group, { size: 27, weight: 700, tracking: 0.06, fill: ink, align: "middle" }),
    )
    .join("");
}

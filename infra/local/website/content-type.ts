import { lookup } from "mrmime";

/** The content type of a file of the website, by its name. */
export function contentTypeOf(file: string): string {
  const type = lookup(file) ?? "application/octet-stream";
  return type.startsWith("text/") ? `${type}; charset=utf-8` : type;
}

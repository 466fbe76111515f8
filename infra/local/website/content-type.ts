import { lookup } from "mrmime";

export function contentTypeOf(file: string): string {
  const type = lookup(file) ?? "application/octet-stream";
  return type.startsWith("text/") ? `${type}; charset=utf-8` : type;
}

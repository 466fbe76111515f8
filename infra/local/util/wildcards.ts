/** Whether a text matches a pattern where `*` is any text and `?` any character, as in IAM and CloudFront. */
export function isLike(text: string, pattern: string): boolean {
  const source = pattern
    .replace(/[\\^$.+()[\]{}|]/g, "\\$&")
    .replaceAll("*", ".*")
    .replaceAll("?", ".");
  return new RegExp(`^${source}$`, "s").test(text);
}

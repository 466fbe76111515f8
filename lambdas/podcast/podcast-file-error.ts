/**
 * A file of the podcast cannot be used: the feed, or an episode's chapters or transcript. The message is a sentence. If the file
 * is the feed, the back office shows the message to admins.
 */
export class PodcastFileError extends Error {
  override readonly name = "PodcastFileError";
}

import type { RichText } from "../../../../shared/episode.ts";

/** Paragraphs of text and links. The links come from the feed, so `rel` tells search engines not to follow them. */
export function RichParagraphs({ text, className }: { text: RichText; className?: string | undefined }) {
  return (
    <div className={className}>
      {text.map((paragraph, i) => (
        <p key={i}>
          {paragraph.map((piece, j) =>
            typeof piece === "string" ? (
              piece
            ) : (
              <a key={j} href={piece.url} target="_blank" rel="noopener noreferrer nofollow ugc">
                {piece.text}
              </a>
            ),
          )}
        </p>
      ))}
    </div>
  );
}

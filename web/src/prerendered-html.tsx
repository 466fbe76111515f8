import type { ReactNode } from "react";

type PrerenderedHtmlProps = { as?: "div" | "p"; className?: string | undefined; children: ReactNode };

/** An element for lazy children. While they are undefined, React leaves the element's prerendered HTML as it is. */
export const PrerenderedHtml = ({ as: Tag = "div", className, children }: PrerenderedHtmlProps) =>
  children === undefined ? (
    <Tag key="html" suppressHydrationWarning dangerouslySetInnerHTML={{ __html: "" }} className={className} />
  ) : (
    <Tag key="loaded" className={className}>
      {children}
    </Tag>
  );

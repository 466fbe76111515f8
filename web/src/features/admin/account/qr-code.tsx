import { useEffect, useState } from "react";
import styles from "./account.module.css";

/** Path data of the dark squares of a QR code: a unit square for each. */
const squares = (rows: readonly (readonly boolean[])[]): string =>
  rows.flatMap((row, y) => row.map((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : ""))).join("");

/** A text for a phone's camera. The code that draws it is fetched when it is needed. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const [code, setCode] = useState<{ size: number; path: string }>();
  useEffect(() => {
    let wanted = true;
    void import("uqr").then(({ encode }) => {
      const { size, data } = encode(text);
      if (wanted) setCode({ size, path: squares(data) });
    });
    return () => {
      wanted = false;
    };
  }, [text]);
  return (
    <div className={styles.qr}>
      {code && (
        <svg
          role="img"
          aria-label={label}
          viewBox={`0 0 ${code.size} ${code.size}`}
          shapeRendering="crispEdges"
        >
          <path d={code.path} fill="#000" />
        </svg>
      )}
    </div>
  );
}

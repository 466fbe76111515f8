import { useEffect, useState } from "react";
import { Button } from "../../../ui/button.tsx";
import { isShortcut } from "./shortcut-keys.ts";
import { ShortcutsDialog } from "./shortcuts-dialog.tsx";

/** A button that shows the keyboard shortcuts, as the key `?` does. */
export function ShortcutsHelp({ className }: { className?: string | undefined }) {
  const [isOpen, setIsOpen] = useState(false);
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key === "?" && isShortcut(event)) setIsOpen(true);
    };
    document.addEventListener("keydown", onKeyDown);
    return () => document.removeEventListener("keydown", onKeyDown);
  }, []);
  return (
    <>
      <Button
        variant="secondary"
        aria-label="Keyboard shortcuts"
        title="Keyboard shortcuts (?)"
        aria-haspopup="dialog"
        aria-keyshortcuts="?"
        className={className}
        onClick={() => setIsOpen(true)}
      >
        ?
      </Button>
      <ShortcutsDialog open={isOpen} onClose={() => setIsOpen(false)} />
    </>
  );
}

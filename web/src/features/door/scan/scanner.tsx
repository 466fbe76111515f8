import { useCallback, useEffect, useState } from "react";
import { lazyModule, useLazyModule } from "../../../lazy-module.ts";
import { useStore } from "../../../store.ts";
import type { Door } from "../list/door.ts";
import type { StoredList } from "../list/stored-list.ts";
import { AnswerView } from "./answer-view.tsx";
import { CameraView } from "./camera-view.tsx";
import { DoorMenu } from "./door-menu.tsx";
import { FindTicket } from "./find-ticket.tsx";
import { PickUpView } from "./pick-up-view.tsx";
import { RecentCheckIns } from "./recent-check-ins.tsx";
import { StatusBar } from "./status-bar.tsx";
import { useHeadingFocus } from "../../../ui/use-heading-focus.ts";
import { useWakeLock } from "../../../ui/use-wake-lock.ts";
import styles from "./scanner.module.css";

const signInDialogModule = lazyModule(() => import("../setup/sign-in-dialog.tsx"));

type ScannerProps = { door: Door; list: StoredList; onStop: () => void };

/** The camera, the search, and the answer to the last scan in front of them. */
export function Scanner({ door, list, onStop }: ScannerProps) {
  const { shownResult, connection } = useStore(door.store);
  const [isMenuOpen, setMenuOpen] = useState(false);
  const [isSigningIn, setSigningIn] = useState(false);
  const needsSignIn = connection === "signed-out" || connection === "forbidden";
  const { module: loadedSignInDialog } = useLazyModule(signInDialogModule, needsSignIn);
  const headingRef = useHeadingFocus(list.event.productId);
  useWakeLock();
  // Codes are not scanned while a dialog is open, because the dialog would hide the answer.
  const isPaused = isMenuOpen || isSigningIn;
  const scan = useCallback(
    (text: string) => (isPaused ? Promise.resolve() : door.scan(text)),
    [door, isPaused],
  );
  // Closes the answer when the scanner is left, so that the old answer does not appear when scanning starts again.
  useEffect(() => door.closeResult, [door]);
  const { event: facts, name } = list.event;
  const event = { ...facts, title: facts.title ?? name };
  return (
    <div className={styles.page}>
      <StatusBar
        door={door}
        title={event.title}
        onMenu={() => setMenuOpen(true)}
        onSignIn={() => setSigningIn(true)}
      />
      <main id="main" className={styles.main}>
        <h1 ref={headingRef} tabIndex={-1} className={styles.heading}>
          Scan tickets
        </h1>
        <CameraView onCode={scan} />
        <div className={styles.panel}>
          <FindTicket door={door} event={event} />
          <RecentCheckIns door={door} />
        </div>
      </main>
      {shownResult?.kind === "answer" && (
        <AnswerView key={shownResult.key} door={door} result={shownResult} event={event} />
      )}
      {shownResult?.kind === "pick-up" && (
        <PickUpView key={shownResult.key} code={shownResult.code} event={event} onClose={door.closeResult} />
      )}
      <DoorMenu
        door={door}
        event={event}
        open={isMenuOpen}
        onClose={() => setMenuOpen(false)}
        onStop={onStop}
      />
      {loadedSignInDialog && (
        <loadedSignInDialog.SignInDialog
          open={isSigningIn}
          onClose={() => setSigningIn(false)}
          onDone={async () => {
            setSigningIn(false);
            await door.refresh();
          }}
        />
      )}
    </div>
  );
}

import { useEffect, useState } from "react";
import { lazyModule, useLazyModule } from "../../lazy-module.ts";
import { useStore } from "../../store.ts";
import { Button } from "../../ui/button.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { Toaster } from "../../ui/lazy-toaster.tsx";
import { VisuallyHidden } from "../../ui/visually-hidden.tsx";
import { nameOfDoor, readDevice } from "./device.ts";
import { DoorLoading } from "./door-loading.tsx";
import { doorServer } from "./list/door-call.ts";
import { openDoorDatabase } from "./list/door-database.ts";
import { createDoor, type Door } from "./list/door.ts";
import { useOfflineSupport } from "./register-worker.ts";
import { Scanner } from "./scan/scanner.tsx";
import { Ready } from "./setup/ready.tsx";
import { useRefresh } from "./use-refresh.ts";
import styles from "./door-page.module.css";

/** The module with the sign-in. Scanning does not need the module, so it is loaded only before an event is chosen. */
const setUpModule = lazyModule(() => import("./setup/set-up.tsx"));

const createOwnDoor = (): Door =>
  createDoor({
    storage: openDoorDatabase(),
    shop: doorServer,
    // `by` is empty, because the server reads the user from the token of the sign-in.
    device: { deviceId: readDevice().deviceId, by: "" },
    doorName: nameOfDoor,
  });

function SetUp({ door, onOpened }: { door: Door; onOpened: () => void }) {
  const { module: loadedModule, failed, retry } = useLazyModule(setUpModule, true);
  if (loadedModule) return <loadedModule.SetUp door={door} onOpened={onOpened} />;
  if (!failed) return <DoorLoading label="Loading..." />;
  return (
    <EmptyState
      icon="alert"
      title="The sign-in needs a network."
      actions={<Button onClick={retry}>Try again</Button>}
    >
      Once you have chosen an event, this page works offline.
    </EmptyState>
  );
}

/** The page for door staff: choose the event once, then scan tickets. */
export default function DoorPage() {
  const [door] = useState(createOwnDoor);
  const [phase, setPhase] = useState<"restoring" | "not-scanning" | "scanning">("restoring");
  const { list } = useStore(door.store);
  const offlineSupport = useOfflineSupport();
  useRefresh(door, phase !== "restoring");
  useEffect(() => {
    door.restore().then(
      () => setPhase("not-scanning"),
      (error: unknown) => {
        console.error("The stored list could not be read", error);
        setPhase("not-scanning");
      },
    );
  }, [door]);
  const isScanning = list !== undefined && phase === "scanning";
  const renderBeforeScanning = () => {
    if (phase === "restoring") return <DoorLoading label="Loading..." />;
    if (list)
      return (
        <Ready door={door} list={list} offlineSupport={offlineSupport} onStart={() => setPhase("scanning")} />
      );
    return <SetUp door={door} onOpened={() => setPhase("not-scanning")} />;
  };
  return (
    <>
      {isScanning ? (
        <Scanner door={door} list={list} onStop={() => setPhase("not-scanning")} />
      ) : (
        <main id="main" className={styles.page}>
          {renderBeforeScanning()}
        </main>
      )}
      <Toaster />
      <VisuallyHidden data-announcer="root" aria-live="polite" />
    </>
  );
}

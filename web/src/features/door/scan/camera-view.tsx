import { Button } from "../../../ui/button.tsx";
import { cx } from "../../../ui/class-names.ts";
import { Icon } from "../../../ui/icon.tsx";
import { Spinner } from "../../../ui/spinner.tsx";
import { useCamera, type CameraStatus } from "./use-camera.ts";
import styles from "./camera-view.module.css";

const FAILURE_TEXTS: Partial<Record<CameraStatus, string>> = {
  refused:
    "The browser does not let this page use the camera. Allow it in the browser's settings of this site.",
  failed: "No camera can be used. Another app may be using it.",
};

/** The camera's picture, with buttons for the light and the next camera where the device has them. */
export function CameraView({ onCode }: { onCode: (text: string) => Promise<void> }) {
  const { videoRef, status, cameras, showNextCamera, isTorchOn, toggleTorch, retry } = useCamera(onCode);
  const failureText = FAILURE_TEXTS[status];
  return (
    <section aria-label="Camera" className={styles.camera}>
      <video ref={videoRef} muted playsInline className={styles.video} />
      {status === "on" && <span aria-hidden="true" className={styles.frame} />}
      {status === "starting" && (
        <div className={styles.message}>
          <Spinner label="Starting the camera..." />
        </div>
      )}
      {failureText && (
        <div className={styles.message} role="alert">
          <p>{failureText}</p>
          <p>Short codes and names work without it.</p>
          <Button variant="secondary" icon="refresh" onClick={retry}>
            Try again
          </Button>
        </div>
      )}
      <div className={styles.buttons}>
        {toggleTorch && (
          <button
            type="button"
            aria-pressed={isTorchOn}
            className={cx(styles.button, isTorchOn && styles.on)}
            onClick={() => void toggleTorch().catch(() => undefined)}
          >
            <Icon name="star" />
            Light
          </button>
        )}
        {cameras.length > 1 && (
          <button type="button" className={styles.button} onClick={showNextCamera}>
            <Icon name="refresh" />
            Camera
          </button>
        )}
      </div>
    </section>
  );
}

import { useCallback, useEffect, useRef, useState } from "react";
import { readDevice, storeCamera } from "../device.ts";
import { createDecoder } from "./decoder.ts";

/** The pause between two pictures saves battery. */
const PAUSE_MS = 80;

export type CameraStatus = "starting" | "on" | "refused" | "failed";
type TorchCapabilities = MediaTrackCapabilities & { torch?: boolean };

const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

const openStream = (cameraId: string | undefined): Promise<MediaStream> =>
  navigator.mediaDevices.getUserMedia({
    audio: false,
    video: {
      ...(cameraId === undefined ? { facingMode: "environment" } : { deviceId: { exact: cameraId } }),
      width: { ideal: 1280 },
      height: { ideal: 720 },
    },
  });

/** The status after an error of getUserMedia: https://developer.mozilla.org/docs/Web/API/MediaDevices/getUserMedia#exceptions */
const statusAfter = (error: unknown): CameraStatus =>
  error instanceof DOMException && ["NotAllowedError", "SecurityError"].includes(error.name)
    ? "refused"
    : "failed";

/** Shows a camera in `videoRef`, and calls `onCode` with the text of each code that it sees. */
export function useCamera(onCode: (text: string) => Promise<void>) {
  const videoRef = useRef<HTMLVideoElement>(null);
  const onCodeRef = useRef(onCode);
  const [status, setStatus] = useState<CameraStatus>("starting");
  const [cameras, setCameras] = useState<MediaDeviceInfo[]>([]);
  const [cameraId, setCameraId] = useState(() => readDevice().cameraId);
  const [attemptCount, setAttemptCount] = useState(0);
  const [track, setTrack] = useState<MediaStreamTrack>();
  const [isTorchOn, setTorchOn] = useState(false);
  useEffect(() => {
    onCodeRef.current = onCode;
  }, [onCode]);

  const openAgain = useCallback(() => {
    setStatus("starting");
    setAttemptCount((count) => count + 1);
  }, []);

  useEffect(() => {
    const stopController = new AbortController();
    let stream: MediaStream | undefined;
    const runCamera = async () => {
      const video = videoRef.current;
      if (!video) return;
      stream = await openStream(cameraId).catch((error: unknown) => {
        // The chosen camera may be gone, have another id now, or be in use. The default camera is opened instead.
        if (cameraId === undefined || statusAfter(error) === "refused") throw error;
        return openStream(undefined);
      });
      if (stopController.signal.aborted) return;
      const [openedTrack] = stream.getVideoTracks();
      // The phone has ended the camera, for example for a call. A track that this code stops does not fire this event.
      openedTrack?.addEventListener("ended", openAgain, { once: true });
      video.srcObject = stream;
      await video.play();
      setStatus("on");
      setTrack(openedTrack);
      // The browser gives the names of the cameras only after the user has allowed a camera.
      const devices = await navigator.mediaDevices.enumerateDevices().catch(() => []);
      setCameras(devices.filter(({ kind }) => kind === "videoinput"));
      const decode = await createDecoder();
      while (!stopController.signal.aborted) {
        const text = video.readyState >= HTMLMediaElement.HAVE_CURRENT_DATA ? await decode(video) : undefined;
        if (text !== undefined && !stopController.signal.aborted) await onCodeRef.current(text);
        await wait(PAUSE_MS);
      }
    };
    const stop = () => stream?.getTracks().forEach((streamTrack) => streamTrack.stop());
    runCamera()
      .catch((error: unknown) => {
        if (stopController.signal.aborted) return;
        console.info("The camera does not work", error);
        setStatus(statusAfter(error));
      })
      // Also stops a stream that was opened after the page was left.
      .finally(stop);
    return () => {
      stopController.abort(new Error("The camera was changed or closed"));
      stop();
      setTorchOn(false);
    };
  }, [cameraId, attemptCount, openAgain]);

  const capabilities: TorchCapabilities | undefined = track?.getCapabilities?.();
  const toggleTorch = async () => {
    const shouldBeOn = !isTorchOn;
    // TypeScript does not have `torch`: https://w3c.github.io/mediacapture-image/#torch
    await track?.applyConstraints({ advanced: [{ torch: shouldBeOn } as MediaTrackConstraintSet] });
    setTorchOn(shouldBeOn);
  };
  const showNextCamera = () => {
    const currentId = track?.getSettings().deviceId;
    const index = cameras.findIndex(({ deviceId }) => deviceId === currentId);
    const nextId = cameras[(index + 1) % cameras.length]?.deviceId;
    storeCamera(nextId);
    setCameraId(nextId);
  };
  return {
    videoRef,
    status,
    cameras,
    showNextCamera,
    isTorchOn,
    toggleTorch: capabilities?.torch ? toggleTorch : undefined,
    retry: () => {
      // Opens the default camera, because the chosen camera may have been removed.
      setCameraId(undefined);
      openAgain();
    },
  };
}

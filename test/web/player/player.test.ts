import { expect, test, vi } from "vitest";
import type { EpisodeSummary } from "../../../shared/episode.ts";

class FakeAudio extends EventTarget {
  preload = "";
  src = "";
  volume = 1;
  playbackRate = 1;
  defaultPlaybackRate = 1;
  pause(): void {
    this.dispatchEvent(new Event("pause"));
  }
  play(): Promise<void> {
    this.dispatchEvent(new Event("playing"));
    return Promise.resolve();
  }
}

const episode: EpisodeSummary = {
  id: "ep_1",
  title: "Proof",
  summary: "",
  publishedAt: "2026-01-01T00:00:00.000Z",
  isExplicit: false,
  audio: { url: "https://media.example.org/proof.mp3", type: "audio/mpeg", isPlayable: true },
};

test("an episode plays in a browser that forbids storage and therefore also channels between tabs", async () => {
  vi.stubGlobal("window", new EventTarget());
  vi.stubGlobal("Audio", FakeAudio);
  vi.stubGlobal("fetch", () => new Promise(() => undefined));
  vi.stubGlobal(
    "BroadcastChannel",
    class {
      constructor() {
        throw new DOMException("The operation is insecure.", "SecurityError");
      }
    },
  );
  const { player, playEpisode } = await import("../../../web/src/player/player.ts");
  playEpisode(episode);
  expect(player.current()).toMatchObject({ status: "playing", episode: { id: "ep_1" } });
});

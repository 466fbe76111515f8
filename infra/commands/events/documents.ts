import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { asyncApi, eventSchemas } from "../../../shared/asyncapi.ts";
import { allSamples } from "../../../shared/event-samples.ts";
import { EVENT_SOURCE } from "../../../shared/events.ts";

/** The folder with the documents that are committed for consumers. */
const EVENT_DOCUMENTS_FOLDER = join(import.meta.dirname, "../../../shared/events");

type EventDocuments = {
  /** Every document by its path in the folder. */
  documents: Record<string, object>;
  /** The schemas among them, by event and version: `OrderPaid.v1` is in `schemas/OrderPaid.v1.json`. */
  schemas: Record<string, object>;
};

/** An event as EventBridge delivers it, for tests of consumers. */
const envelopeOf = (detail: { id: string; type: string; time: string }) => ({
  version: "0",
  id: "6f5c1a3e-0000-4000-8000-000000000001",
  "detail-type": detail.type,
  source: EVENT_SOURCE,
  account: "111122223333",
  time: detail.time,
  region: "us-east-1",
  resources: [],
  detail,
});

/** The documents as the code defines them. */
export function eventDocuments(): EventDocuments {
  const schemas = eventSchemas();
  const samples = allSamples.map((sample) => [
    `samples/${sample.type}.v${sample.version}.json`,
    envelopeOf(sample),
  ]);
  return {
    documents: {
      ...Object.fromEntries(
        Object.entries(schemas).map(([name, schema]) => [`schemas/${name}.json`, schema]),
      ),
      ...(Object.fromEntries(samples) as object),
      "asyncapi.json": asyncApi(),
    },
    schemas,
  };
}

/** The document in the folder; undefined if there is none. */
export const readDocument = (path: string, folder = EVENT_DOCUMENTS_FOLDER): unknown =>
  existsSync(join(folder, path)) ? JSON.parse(readFileSync(join(folder, path), "utf8")) : undefined;

/** Writes the documents into the folder, not yet formatted as `npm run format` does. */
export function writeEventDocuments({ documents }: EventDocuments, folder = EVENT_DOCUMENTS_FOLDER): void {
  for (const [path, document] of Object.entries(documents)) {
    const file = join(folder, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, `${JSON.stringify(document, null, 2)}\n`);
  }
}

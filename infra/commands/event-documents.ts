// `npm run events:docs`: writes the JSON Schemas and samples of the shop's events and the AsyncAPI document.
import { CommandError, runCommand } from "./command.ts";
import { eventDocuments, writeEventDocuments } from "./events/documents.ts";
import { breakingChangesSinceRelease, recordAsReleased } from "./events/released-schemas.ts";

await runCommand(() => {
  const newDocuments = eventDocuments();
  const problems = breakingChangesSinceRelease(newDocuments.schemas);
  if (problems.length > 0)
    throw new CommandError(
      `These changes would break consumers:\n${problems.map((problem) => `  ${problem}`).join("\n")}\n` +
        "Give the event another version, or make the new field optional. Nothing was written. " +
        "infra/decisions/versions-of-events.md says how.",
    );
  writeEventDocuments(newDocuments);
  recordAsReleased(newDocuments.schemas);
  console.log(`${Object.keys(newDocuments.documents).length} documents are in shared/events.`);
  return Promise.resolve();
});

import { localStage } from "../example-stages.ts";
import type { StageSettings } from "../stage-settings.ts";
import { REGION } from "./command.ts";
import { requireOutputs, requireStageSettings } from "./deployed-stack.ts";
import { readLocalShop } from "./local-shop.ts";

const LOCAL = "local";

/** The data folder of the shop that `npm start` runs. */
export const localDataFolder = (): string => process.env["SHOP_DATA"] ?? ".shop";

/** The settings of a stage, which may be `local`. Throws for an unknown stage. */
export const settingsOfStage = (stage: string): StageSettings =>
  stage === LOCAL ? localStage : requireStageSettings(stage);

/**
 * Returns the table and the bus of a stage. Sets the environment variables by which the functions' code finds the stage's
 * table. `local` is the shop that `npm start` runs on this machine; AWS clients that are created after this call connect
 * to it. Throws for an unknown stage, if the stage's settings name another account or none, and for a stage that is not
 * deployed or does not run.
 */
export async function openStage(stage: string): Promise<{ TableName: string; BusArn: string }> {
  process.env["AWS_REGION"] = REGION;
  if (stage === LOCAL) {
    const { environment } = await readLocalShop(localDataFolder());
    Object.assign(process.env, environment);
    // With a profile, the SDK does not read the credentials in the environment.
    delete process.env["AWS_PROFILE"];
    return { TableName: environment["TABLE_NAME"] ?? "", BusArn: environment["BUS_ARN"] ?? "" };
  }
  const outputs = await requireOutputs(stage, ["TableName", "BusArn"]);
  process.env["TABLE_NAME"] = outputs.TableName;
  return outputs;
}

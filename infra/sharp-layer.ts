import { existsSync } from "node:fs";
import { join } from "node:path";
import { Architecture, Code, LayerVersion, Runtime } from "aws-cdk-lib/aws-lambda";
import type { Construct } from "constructs";

/** Where `npm run build:layer` installs sharp for Lambda's arm64. */
export const sharpLayerFolder = join(import.meta.dirname, "../.build/layers/sharp");

/** The layer with sharp: esbuild cannot bundle sharp's native code. Throws if the layer is not built. */
export function createSharpLayer(scope: Construct, folder: string): LayerVersion {
  if (!existsSync(folder)) throw new Error(`There is no ${folder}: run \`npm run build:layer\`.`);
  return new LayerVersion(scope, "Sharp", {
    description: "sharp for arm64",
    code: Code.fromAsset(folder),
    compatibleRuntimes: [Runtime.NODEJS_24_X],
    compatibleArchitectures: [Architecture.ARM_64],
  });
}

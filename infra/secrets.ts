import { RemovalPolicy } from "aws-cdk-lib";
import { Secret } from "aws-cdk-lib/aws-secretsmanager";
import type { Construct } from "constructs";
import { acknowledge } from "./acknowledge.ts";
import { allowed, type Use } from "./function.ts";
import type { StageSettings } from "./stages.ts";

/**
 * A secret that starts as random text. Operations replace the text of those that come from elsewhere, and no later
 * deployment changes it back; until then whatever needs it is refused, which a placeholder in a file would not be.
 */
export class ShopSecret extends Secret {
  constructor(scope: Construct, id: string, description: string, { retainData }: StageSettings) {
    super(scope, id, {
      description,
      generateSecretString: { passwordLength: 48, excludePunctuation: true },
      removalPolicy: retainData ? RemovalPolicy.RETAIN : RemovalPolicy.DESTROY,
    });
    acknowledge(this, {
      "AwsSolutions-SMG4":
        "Each has a twin elsewhere (Stripe's dashboard, the edge) that must change with it: a person's step.",
    });
  }

  /** Its ARN, and permission to read its value. */
  read(): Use {
    return allowed(this.secretArn, {
      actions: ["secretsmanager:GetSecretValue"],
      resources: [this.secretArn],
    });
  }
}

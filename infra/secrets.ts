import { RemovalPolicy } from "aws-cdk-lib";
import { Secret } from "aws-cdk-lib/aws-secretsmanager";
import type { Construct } from "constructs";
import { acknowledge } from "./acknowledge.ts";
import { type EnvBinding, withPermissions } from "./function.ts";
import type { StageSettings } from "./stages.ts";

/**
 * A secret that starts as random text. Operators replace it with a key from elsewhere, such as Stripe's, and later
 * deployments leave it unchanged. Random text is safe until then, which a fixed placeholder would not be.
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
        "Its copy in Stripe's dashboard or in CloudFront has to change with it, so a person rotates it.",
    });
  }

  /** Its ARN, and permission to read its value. */
  read(): EnvBinding {
    return withPermissions(this.secretArn, {
      actions: ["secretsmanager:GetSecretValue"],
      resources: [this.secretArn],
    });
  }
}

import { RemovalPolicy } from "aws-cdk-lib";
import { Secret } from "aws-cdk-lib/aws-secretsmanager";
import type { Construct } from "constructs";
import { suppressFindings } from "./suppress-findings.ts";
import { type EnvBinding, withPermissions } from "./function.ts";
import type { StageSettings } from "./stage-settings.ts";

/**
 * A secret whose first value is random text, because attackers could guess a fixed placeholder. Operators
 * replace the value, for example with Stripe's key, and later deployments keep the new value.
 */
export class ShopSecret extends Secret {
  constructor(scope: Construct, id: string, description: string, { retainData }: StageSettings) {
    super(scope, id, {
      description,
      generateSecretString: { passwordLength: 48, excludePunctuation: true },
      removalPolicy: retainData ? RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE : RemovalPolicy.DESTROY,
    });
    suppressFindings(this, {
      "AwsSolutions-SMG4":
        "A new value also has to be set elsewhere (in Stripe's dashboard, in CloudFront, or in the codes of tickets), so " +
        "an operator rotates the secret.",
    });
  }

  arnWithReadAccess(): EnvBinding {
    return withPermissions(this.secretArn, {
      actions: ["secretsmanager:GetSecretValue"],
      resources: [this.secretArn],
    });
  }
}

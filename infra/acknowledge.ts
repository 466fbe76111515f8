import { Validations } from "aws-cdk-lib";
import type { IConstruct } from "constructs";

/** Accept findings of cdk-nag: each id with the reason why it stays. */
export function acknowledge(scope: IConstruct, findings: Record<string, string>): void {
  Validations.of(scope).acknowledge(...Object.entries(findings).map(([id, reason]) => ({ id, reason })));
}

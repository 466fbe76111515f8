import { Validations } from "aws-cdk-lib";
import type { IConstruct } from "constructs";

/** Accept findings of cdk-nag. `findings`: the reason for each finding, by the id of its rule. */
export function acknowledge(scope: IConstruct, findings: Record<string, string>): void {
  Validations.of(scope).acknowledge(...Object.entries(findings).map(([id, reason]) => ({ id, reason })));
}

import { Validations } from "aws-cdk-lib";
import type { IConstruct } from "constructs";

/** Findings of cdk-nag that stand as they are, each with the reason a reviewer would ask for. */
export function acknowledge(scope: IConstruct, findings: Record<string, string>): void {
  Validations.of(scope).acknowledge(...Object.entries(findings).map(([id, reason]) => ({ id, reason })));
}

import { Validations } from "aws-cdk-lib";
import type { IConstruct } from "constructs";

/** Suppress findings of cdk-nag. `reasons`: why each finding is accepted, by the id of its rule. */
export function suppressFindings(scope: IConstruct, reasons: Record<string, string>): void {
  Validations.of(scope).acknowledge(...Object.entries(reasons).map(([id, reason]) => ({ id, reason })));
}

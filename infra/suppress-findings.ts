import { Stack, Token, Validations } from "aws-cdk-lib";
import type { IConstruct } from "constructs";

/** Suppresses findings of cdk-nag. `reasons`: why each finding is accepted, by the id of its rule. */
export function suppressFindings(scope: IConstruct, reasons: Record<string, string>): void {
  Validations.of(scope).acknowledge(...Object.entries(reasons).map(([id, reason]) => ({ id, reason })));
}

/** Accepts findings of cfn-lint in the whole template. */
export function suppressLintFindings(stack: Stack): void {
  // W3005: the CDK lets each function depend on its role, although the function already refers to the role.
  stack.templateOptions.metadata = { "cfn-lint": { config: { ignore_checks: ["W3005"] } } };
}

/**
 * The account's number as cdk-nag writes it in a finding: a placeholder, unless the stage's settings name the account.
 */
export function accountInFindings(scope: IConstruct): string {
  const { account } = Stack.of(scope);
  return Token.isUnresolved(account) ? "<AWS::AccountId>" : account;
}

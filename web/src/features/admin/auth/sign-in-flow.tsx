import type { ReactNode, Ref } from "react";
import { useState } from "react";
import { notify } from "../../../ui/notify.ts";
import { adminMessages } from "../admin-messages.ts";
import type { NextStep } from "./cognito.ts";
import { ForgotStep, ResetStep } from "./forgotten-password-steps.tsx";
import { CodeStep, NewPasswordStep, PasswordStep } from "./sign-in-steps.tsx";
import styles from "./sign-in.module.css";

type Step = "password" | "new-password" | "code" | "forgot" | "reset";

/** The text above each step but the first. */
const LEADS: Partial<Record<Step, string>> = {
  "new-password": "Choose a password of your own to finish signing in.",
  code: "Enter the six digits that your authenticator app shows.",
  forgot: "We mail you a code with which you can choose a new password.",
};

type SignInFlowProps = {
  email?: string;
  password?: Ref<HTMLInputElement>;
  /** The text above the first step. */
  lead?: ReactNode;
  /** The user is signed in. */
  onDone: () => Promise<void>;
};

/** The steps of a sign-in: address and password, then what the user pool asks for. */
export function SignInFlow({ email: known = "", password, lead, onDone }: SignInFlowProps) {
  const [step, setStep] = useState<Step>("password");
  const [email, setEmail] = useState(known);
  const next = async (asked: NextStep, given = email) => {
    setEmail(given);
    if (asked === "done") return onDone();
    if (asked === "unsupported")
      return void notify.error(adminMessages.stepUnsupported, { position: "top-center" });
    setStep(asked);
  };
  const forgot = (given: string) => {
    setEmail(given);
    setStep("forgot");
  };
  const sent = (given: string) => {
    setEmail(given);
    setStep("reset");
  };
  const back = () => setStep("password");
  const steps: Record<Step, ReactNode> = {
    password: <PasswordStep email={email} password={password} onNext={next} onForgot={forgot} />,
    "new-password": <NewPasswordStep onNext={next} />,
    code: <CodeStep onNext={next} />,
    forgot: <ForgotStep email={email} onSent={sent} />,
    reset: <ResetStep email={email} onDone={back} />,
  };
  const above = step === "reset" ? `We sent a code to ${email}.` : (LEADS[step] ?? lead);
  return (
    <>
      {above && <p className={styles.lead}>{above}</p>}
      {steps[step]}
      {step !== "password" && (
        <button type="button" className={styles.link} onClick={back}>
          Back to sign-in
        </button>
      )}
    </>
  );
}

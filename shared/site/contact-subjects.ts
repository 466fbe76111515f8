/** What a message can be about. The empty choice reads 'Please select a subject'. */
export const contactSubjects = [
  { id: "podcast", label: "Podcast Question" },
  { id: "merchandise", label: "Merchandise Inquiry" },
  { id: "collaboration", label: "Collaboration Opportunity" },
  { id: "feedback", label: "Feedback" },
  { id: "other", label: "Other" },
] as const satisfies readonly { id: string; label: string }[];

export type ContactSubjectId = (typeof contactSubjects)[number]["id"];

export const noContactSubject = "Please select a subject";

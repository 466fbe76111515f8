import { tickets, type Ticket } from "../objects/ticket.ts";
import { scene, type Scene } from "../scene.ts";

const shot =
  (ticket: Ticket, crop: Scene["crop"] = [34, 40, 724, 724]) =>
  () =>
    scene({ ...tickets(ticket), crop });

const taping: Ticket = {
  title: ["Rickhouse", "After Dark"],
  line: "LIVE TAPING // POURED NEAT",
  place: "LOUISVILLE, KENTUCKY  7:30 PM",
  month: "JAN",
  day: "16",
  serial: "0x00B0B1",
  paper: "#EFE1C8",
  ink: "#2A1B10",
  accent: "#9A4E0E",
};
const flag: Ticket = {
  title: ["Capture", "the Flask"],
  line: "CTF NIGHT // BEGINNERS WELCOME",
  place: "LOUISVILLE, KENTUCKY  4 PM",
  month: "MAR",
  day: "13",
  serial: "0xC7F03D",
  paper: "#1C4A38",
  ink: "#F7EDE0",
  accent: "#8FF0C0",
};

export const pictures = {
  "live-taping-ticket": shot(taping),
  "live-taping-ticket-detail": shot(taping, [60, 250, 330, 330]),
  "bourbon-and-breaches-ticket": shot({
    title: ["Bourbon &", "Breaches"],
    line: "A TASTING IN FIVE INCIDENTS",
    place: "LEXINGTON, KENTUCKY  5 PM",
    month: "FEB",
    day: "20",
    serial: "0x05B4EA",
    paper: "#C9753F",
    ink: "#22120A",
    accent: "#FFF0D8",
  }),
  "capture-the-flask-ticket": shot(flag),
  "capture-the-flask-ticket-detail": shot(flag, [400, 220, 330, 330]),
  "barrel-pick-day-ticket": shot({
    title: ["Barrel", "Pick Day"],
    line: "WITH NORA & DEV // SIX CASKS",
    place: "BARDSTOWN, KENTUCKY  10 AM",
    month: "APR",
    day: "24",
    serial: "0x24BA44",
    paper: "#2E2520",
    ink: "#F2D9B0",
    accent: "#F2A73B",
  }),
} satisfies Record<string, () => string>;

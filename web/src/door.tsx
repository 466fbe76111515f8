// The entry of /door. It is a separate document, because only its response allows the camera. The styles are imported
// first, because tokens.css declares the order of all layers.
import "./styles/tokens.css";
import "./styles/fonts.css";
import "./styles/base.css";
import "./styles/utilities.css";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import DoorPage from "./features/door/door-page.tsx";

const root = document.querySelector<HTMLElement>("#root");
if (!root) throw new Error("The page has no #root");
createRoot(root).render(
  <StrictMode>
    <DoorPage />
  </StrictMode>,
);

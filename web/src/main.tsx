import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { App } from "./App";
import "./styles/tokens.css";
import "./styles/base.css";
import "./styles/controls.css";
import "./shell/shell.css";
import "./home/home.css";
import "./workbench/workbench.css";
import "./workshop/workshop.css";
import "./review/review.css";
import "./review/changes.css";
import "./analyst/analyst.css";

const root = document.getElementById("root");
if (!root) throw new Error("index.html has no #root");
createRoot(root).render(
  <StrictMode>
    <App />
  </StrictMode>,
);

/** What the Analyst's endpoints take and send, under the names that a user would use. */
import type { components } from "../api/schema";

type Schemas = components["schemas"];

export type ChatAnswer = Schemas["ChatAnswer"];
export type ChatRequest = Schemas["ChatRequest"];
export type Dataset = Schemas["DatasetInfo"];
export type DatasetSchema = Schemas["SchemaInfo"];
export type Replay = Schemas["Replay"];
export type ResultTable = Schemas["ResultTable"];
export type Run = Schemas["KeptRun"];
export type RunRows = Schemas["RunRows"];
export type RunSummary = Schemas["RunSummary"];
export type Thread = Schemas["ThreadInfo"];

export type Cell = ResultTable["rows"][number][number];
export type Stage = "planning" | "validating" | "executing";

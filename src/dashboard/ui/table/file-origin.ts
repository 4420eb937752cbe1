import { createContext } from "react";
import type { CsvConstant } from "../../../domain/format/csv.ts";

/** What the last columns of every table's file repeat in each line, asked when it is saved. */
export const FileOriginContext = createContext<() => readonly CsvConstant[]>(() => []);

import { createContext } from "react";
import type { CsvConstant } from "../../../domain/format/csv.ts";

/** The last columns of every CSV file, which repeat in each line. Called when the file is saved. */
export const FileOriginContext = createContext<() => readonly CsvConstant[]>(() => []);

import {
  Ban,
  Clock,
  Database,
  FileX,
  Hourglass,
  KeyRound,
  ServerOff,
  WifiOff,
  type LucideIcon,
} from "lucide-react";
import type { ProblemCode } from "../../../contract/problems.ts";

export const problemIcons: Readonly<Partial<Record<ProblemCode, LucideIcon>>> = {
  "key-refused": KeyRound,
  timeout: Clock,
  stale: Clock,
  unreadable: FileX,
  offline: WifiOff,
  "not-fetched-offline": WifiOff,
  "rate-limited": Hourglass,
  unavailable: ServerOff,
  refused: Ban,
  "record-unavailable": Database,
};

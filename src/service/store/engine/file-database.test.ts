import { expect, test } from "vitest";
import { faultOfFile } from "./file-database.ts";

test.for([
  // libsql 0.5's codes for a read-only file, a file in a read-only folder, and an unreadable file.
  ["SQLITE_READONLY", "unavailable", "SQLITE_READONLY"],
  ["UNKNOWN_SQLITE_ERROR_1544", "unavailable", "SQLITE_READONLY"],
  [
    'ConnectionFailed("Unable to open connection to local database /srv/a.db: 14")',
    "unavailable",
    "SQLITE_CANTOPEN",
  ],
  ["SQLITE_FULL", "full", "SQLITE_FULL"],
  ["SQLITE_NOTADB", "damaged", "SQLITE_NOTADB"],
  ["UNKNOWN_SQLITE_ERROR_779", "damaged", "SQLITE_CORRUPT"],
  ["SQLITE_CONSTRAINT_PRIMARYKEY", "refused", "SQLITE_CONSTRAINT_PRIMARYKEY"],
  ["near /srv/a.db: syntax error", "refused", "unknown"],
] as const)("gives a file error a kind and the engine's code, never a path: %s", ([code, kind, reason]) => {
  expect(faultOfFile(code)).toMatchObject({ kind, reason });
});
